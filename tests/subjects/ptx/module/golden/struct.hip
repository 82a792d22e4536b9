// struct.ptx, translated by hipify-py (b634e3835e0ff1a4)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using hipify_ptx::f32;
using hipify_ptx::at;
using hipify_ptx::bytes;

extern "C" __global__ void scale(bytes<24, 8> param_0) {
  const int32_t r5 = blockIdx.x * blockDim.x + threadIdx.x;
  if (r5 < int32_t(at<uint32_t>(param_0.element, 16))) {
    f32* const rd4 = ((f32*)at<uint64_t>(param_0.element)) + r5;
    const float f4 = fmaf(*rd4, at<float>(param_0.element, 8), at<float>(param_0.element, 12));
    *rd4 = f4;
  }
}
