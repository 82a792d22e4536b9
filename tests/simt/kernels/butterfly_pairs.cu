// Pairs of lanes, told apart by the vote of one.
// prints: 2 1 31 34 33 63
// mutant: unsigned odd = hipify_compat::ballot_sync(0xffffffff, => unsigned long long odd = __ballot(
#include <cstdio>
#include <cuda_runtime.h>

__global__ void butterfly_pairs(int *out) {
  int other = __shfl_xor_sync(0xffffffff, threadIdx.x, 1);
  unsigned odd = __ballot_sync(0xffffffff, threadIdx.x > other);
  out[threadIdx.x] = (odd == 0xaaaaaaaa) + other;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  butterfly_pairs<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
