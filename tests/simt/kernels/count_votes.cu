// How many lanes of a warp agree.
// prints: 32 32 32 8 8 8
// mutant: __popc(hipify_compat::ballot_sync(0xffffffff, => __popcll(__ballot(
// mutant: hipify_compat::ballot_sync(0xffffffff, => __ballot(
#include <cstdio>
#include <cuda_runtime.h>

__global__ void count_votes(int *out) {
  out[threadIdx.x] = __popc(__ballot_sync(0xffffffff, threadIdx.x < 40));
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  count_votes<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
