// flags: --rocm 7.2
#include <cuda_runtime.h>

__device__ double low_of_product(double a, double b) {
  double high = __dmul_rn(a, b);
  return __fma_rn(a, b, -high);
}

__global__ void rotate(float* x, const float* y, float c, float s) {
  const int i = threadIdx.x;
  x[i] = __fsub_rn(__fmul_rn(c, x[i]), __fmul_rn(s, y[i]));
  x[i] = __fadd_rn(c * x[i], s) + __fdiv_rn(s, c);
}
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_ptx.hpp"

__device__ double low_of_product(double a, double b) {
  double high = hipify_ptx::dmul_rn(a, b);
  return __fma_rn(a, b, -high);
}

__global__ void rotate(float* x, const float* y, float c, float s) {
  const int i = threadIdx.x;
  x[i] = hipify_ptx::fsub_rn(hipify_ptx::fmul_rn(c, x[i]), hipify_ptx::fmul_rn(s, y[i]));
  x[i] = hipify_ptx::fadd_rn(c * x[i], s) + __fdiv_rn(s, c);
}
