// A sum over a warp by one instruction.
// prints: 496 496 496 1520 1520 1520
// mutant: hipify_compat::reduce_add_sync(0xffffffff, => __reduce_add_sync(__activemask(),
#include <cstdio>
#include <cuda_runtime.h>

__global__ void reduce_add(int *out) {
  out[threadIdx.x] = __reduce_add_sync(0xffffffff, threadIdx.x);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  reduce_add<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
