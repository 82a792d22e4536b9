// What most lanes of a warp have.
// prints: 1 1 1 0 0 0
// mutant: hipify_compat::ballot_sync(0xffffffff, => __ballot(
#include <cstdio>
#include <cuda_runtime.h>

__global__ void majority(int *out) {
  bool mine = threadIdx.x % 32 < 20 - threadIdx.x / 32 * 10;
  unsigned votes = __ballot_sync(0xffffffff, mine);
  out[threadIdx.x] = __popc(votes) > 16;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  majority<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
