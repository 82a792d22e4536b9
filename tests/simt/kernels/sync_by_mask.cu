// A part of a warp waits for itself.
// prints: 9 14 37 38
// mutant: hipify_compat::ballot_sync(0xffffffff, => __ballot(
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sync_by_mask(int *out) {
  __shared__ int values[64];
  unsigned lanes = __ballot_sync(0xffffffff, threadIdx.x % 32 < 8 - threadIdx.x / 32 * 4);
  if (threadIdx.x % 32 < 8 - threadIdx.x / 32 * 4) {
    values[threadIdx.x] = threadIdx.x;
    __syncwarp(lanes);
    out[threadIdx.x] = values[threadIdx.x ^ 1] + __popc(lanes);
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  sync_by_mask<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 7, 32, 35}) printf("%d ", out[i]);
  cudaFree(out);
}
