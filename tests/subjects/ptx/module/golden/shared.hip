// shared.ptx, translated by hipify-py (c0012ce24bf26159)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using f32 = hipify_ptx::any_f32;
using hipify_ptx::access;

extern "C" __global__ void __launch_bounds__(256) block_sum(f32* param_0, f32* param_1) {
  __shared__ f32 partial[256];
  float f1 = param_0[(blockIdx.x << 8) + threadIdx.x];
  f32* const r7 = partial + int32_t(threadIdx.x);
  *r7 = f1;
  __syncthreads();
  uint32_t r8 = 128;
  bool p1;
  do {
    p1 = threadIdx.x >= r8;
    if (!p1) {
      *r7 = access<float>(r7, int32_t(r8 << 2)) + *r7;
    }
    __syncthreads();
    r8 = r8 >> 1;
  } while (r8 != 0);
  p1 = threadIdx.x != 0;
  if (!p1) {
    f1 = *partial;
    param_1[blockIdx.x] = f1;
  }
}
