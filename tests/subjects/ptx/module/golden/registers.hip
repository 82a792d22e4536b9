// registers.ptx, translated by hipify-py (68d3c659448eedf9)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using u32 = hipify_ptx::any_u32;

extern "C" __device__ uint32_t ptx_twice(uint32_t a_passed, float q_passed);
static __device__ void ptx___assert_fail(float x_passed);

extern "C" __device__ uint32_t ptx_twice(uint32_t a_passed, float q_passed) {
  uint32_t rv = a_passed + a_passed;
  const uint32_t result = rv;
  if (q_passed < 8.0f) {
    return result;
  }
  rv += 1;
  return rv;
}

static __device__ void ptx___assert_fail(float x_passed) {
}

extern "C" __global__ void k(u32* out) {
  const float f1 = float(threadIdx.x);
  const uint32_t r2 = ptx_twice(threadIdx.x, f1);
  ptx___assert_fail(f1);
  *out = r2;
}
