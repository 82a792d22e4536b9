// loop.ptx, translated by hipify-py (abf7bffd94245207)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using f32 = hipify_ptx::any_f32;

extern "C" __global__ void dot_parts(f32* param_0, f32* param_1, f32* param_2, int32_t param_3) {
  const int32_t r1 = blockIdx.x * blockDim.x + threadIdx.x;
  const uint32_t r3 = gridDim.x * blockDim.x;
  float f5 = 0.0f;
  for (int32_t r4 = r1; r4 < param_3; r4 += r3) {
    f5 = fmaf(param_0[r4], param_1[r4], f5);
  }
  param_2[r1] = f5;
}
