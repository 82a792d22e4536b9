// A sum over the first eight lanes of each warp.
// prints: 28 28 0 284 284 0
// mutant: hipify_compat::reduce_add_sync(0xff, => __reduce_add_sync(0xffull,
#include <cstdio>
#include <cuda_runtime.h>

__global__ void reduce_of_half(int *out) {
  if (threadIdx.x % 32 < 8) out[threadIdx.x] = __reduce_add_sync(0xff, threadIdx.x);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  reduce_of_half<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 7, 8, 32, 39, 40}) printf("%d ", out[i]);
  cudaFree(out);
}
