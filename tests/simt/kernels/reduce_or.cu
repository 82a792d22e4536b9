// All bits of a warp.
// prints: 3 3 3 12 12 12
// mutant: hipify_compat::reduce_or_sync(0xffffffff, => __reduce_or_sync(__activemask(),
#include <cstdio>
#include <cuda_runtime.h>

__global__ void reduce_or(int *out) {
  out[threadIdx.x] = __reduce_or_sync(0xffffffff, 1u << (threadIdx.x / 16));
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  reduce_or<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
