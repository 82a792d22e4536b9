// The smallest value, and all bits that an odd number of lanes has.
// prints: 500 500 500 3700 3700 3700
// mutant: hipify_compat::reduce_min_sync(0xffffffff, => __reduce_min_sync(__activemask(),
#include <cstdio>
#include <cuda_runtime.h>

__global__ void reduce_min_and_xor(unsigned *out) {
  unsigned v = threadIdx.x + 5;
  out[threadIdx.x] = 100 * __reduce_min_sync(0xffffffff, v) + __reduce_xor_sync(0xffffffff, v & 1 ? v : 0);
}

int main() {
  unsigned *out;
  cudaMallocManaged(&out, 64 * sizeof(unsigned));
  cudaMemset(out, 0, 64 * sizeof(unsigned));
  reduce_min_and_xor<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%u ", out[i]);
  cudaFree(out);
}
