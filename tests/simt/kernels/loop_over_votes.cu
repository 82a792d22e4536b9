// One lane after another works for its warp.
// prints: 60 60 60 188 188 188
// mutant: lane, 32) => lane)
#include <cstdio>
#include <cuda_runtime.h>

__global__ void loop_over_votes(int *out) {
  unsigned left = __ballot_sync(0xffffffff, threadIdx.x % 8 == 3);
  int turns = 0;
  while (left) {
    int lane = __ffs(left) - 1;
    turns += __shfl_sync(0xffffffff, threadIdx.x, lane);
    left &= left - 1;
  }
  out[threadIdx.x] = turns;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  loop_over_votes<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
