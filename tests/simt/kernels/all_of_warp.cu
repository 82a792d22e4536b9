// Whether all lanes of a warp have something.
// prints: 1 1 1 0 0 0
// mutant: hipify_compat::all_sync(0xffffffff, => __all(
#include <cstdio>
#include <cuda_runtime.h>

__global__ void all_of_warp(int *out) {
  out[threadIdx.x] = __all_sync(0xffffffff, threadIdx.x < 32);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  all_of_warp<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
