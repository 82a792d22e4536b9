// The largest value of a warp.
// prints: 31 31 31 63 63 63
// mutant: hipify_compat::reduce_max_sync(0xffffffff, => __reduce_max_sync(__activemask(),
#include <cstdio>
#include <cuda_runtime.h>

__global__ void reduce_max(int *out) {
  out[threadIdx.x] = __reduce_max_sync(0xffffffff, threadIdx.x);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  reduce_max<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
