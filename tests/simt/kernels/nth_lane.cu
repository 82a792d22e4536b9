// The last lane that agrees, by leading zeros.
// prints: 6 6 6 6 6 6
// mutant: 31 - __clz(votes) => 63 - __clzll(__ballot(threadIdx.x % 32 < 7))
#include <cstdio>
#include <cuda_runtime.h>

__global__ void nth_lane(int *out) {
  unsigned votes = __ballot_sync(0xffffffff, threadIdx.x % 32 < 7);
  out[threadIdx.x] = 31 - __clz(votes);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  nth_lane<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
