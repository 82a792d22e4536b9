// Whether any lane of a warp has something.
// prints: 0 0 0 1 1 1
// mutant: hipify_compat::any_sync(0xffffffff, => __any(
#include <cstdio>
#include <cuda_runtime.h>

__global__ void any_of_warp(int *out) {
  out[threadIdx.x] = __any_sync(0xffffffff, threadIdx.x == 40);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  any_of_warp<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
