// calls.ptx, translated by hipify-py (f549a991535884aa)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using u32 = hipify_ptx::any_u32;

static __device__ uint32_t ptx_clamp(uint32_t param_0, uint32_t param_1);

static __device__ uint32_t ptx_clamp(uint32_t param_0, uint32_t param_1) {
  const int32_t r4 = hipify_ptx::imin<int32_t>(hipify_ptx::imax<int32_t>(int32_t(param_0), 0), int32_t(param_1));
  return uint32_t(r4);
}

extern "C" __global__ void clamp_all(u32* param_0, uint32_t param_1) {
  u32* const rd4 = param_0 + threadIdx.x;
  const uint32_t param0 = *rd4;
  const uint32_t retval0 = ptx_clamp(param0, param_1);
  *rd4 = retval0;
}
