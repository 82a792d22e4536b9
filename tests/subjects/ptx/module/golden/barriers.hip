// barriers.ptx, translated by hipify-py (74d7eedcaadbccb4)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using u32 = hipify_ptx::any_u32;

extern "C" __global__ void meet(u32* param_0) {
  hipify_ptx::begin_barriers();
  u32* const rd4 = param_0 + threadIdx.x;
  if (threadIdx.x <= 63) {
    const uint32_t r2 = *rd4;
    hipify_ptx::barrier_sync<true>(1u, 64u);
    *rd4 = r2;
  }
  __syncthreads();
}
