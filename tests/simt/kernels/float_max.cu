// A maximum of floats over a warp.
// prints: 15.5 15.5 15.5 31.5 31.5 31.5
// mutant: int offset = 16; offset > 0; offset /= 2) v = fmaxf(v, __shfl_xor(v, offset, 32)) => int offset = 32; offset > 0; offset /= 2) v = fmaxf(v, __shfl_xor(v, offset))
#include <cstdio>
#include <cuda_runtime.h>

__global__ void float_max(float *out) {
  float v = threadIdx.x * 0.5f;
  for (int offset = 16; offset > 0; offset /= 2) v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, offset));
  out[threadIdx.x] = v;
}

int main() {
  float *out;
  cudaMallocManaged(&out, 64 * sizeof(float));
  cudaMemset(out, 0, 64 * sizeof(float));
  float_max<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%g ", out[i]);
  cudaFree(out);
}
