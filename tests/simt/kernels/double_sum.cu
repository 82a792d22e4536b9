// A sum of doubles.
// prints: 504 504 504 1528 1528 1528
// mutant: lane < 32; lane *= 2) v += __shfl_xor(v, lane, 32) => lane < warpSize; lane *= 2) v += __shfl_xor(v, lane)
#include <cstdio>
#include <cuda_runtime.h>

__global__ void double_sum(double *out) {
  double v = threadIdx.x + 0.25;
  for (int lane = 1; lane < 32; lane *= 2) v += __shfl_xor_sync(0xffffffff, v, lane);
  out[threadIdx.x] = v;
}

int main() {
  double *out;
  cudaMallocManaged(&out, 64 * sizeof(double));
  cudaMemset(out, 0, 64 * sizeof(double));
  double_sum<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%g ", out[i]);
  cudaFree(out);
}
