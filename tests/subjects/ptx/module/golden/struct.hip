// struct.ptx, translated by hipify-py (53e6e801151b3a4d)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using f32 = hipify_ptx::any_f32;
using hipify_ptx::access;
using hipify_ptx::by_value;

extern "C" __global__ void scale(by_value<24, 8> param_0) {
  const int32_t r5 = blockIdx.x * blockDim.x + threadIdx.x;
  if (r5 < int32_t(access<uint32_t>(param_0.element, 16))) {
    f32* const rd4 = ((f32*)access<uint64_t>(param_0.element)) + r5;
    const float f4 = fmaf(*rd4, access<float>(param_0.element, 8), access<float>(param_0.element, 12));
    *rd4 = f4;
  }
}
