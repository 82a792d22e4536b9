// predicates.ptx, translated by hipify-py (3f46e885138d0090)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using u32 = hipify_ptx::any_u32;

extern "C" __global__ void predicates(u32* param_0, uint32_t param_1) {
  u32* const rd4 = param_0 + threadIdx.x;
  const uint32_t r3 = *rd4;
  const bool p1 = int32_t(r3) < 0;
  const bool p2 = threadIdx.x > param_1;
  const bool p3 = p1 || p2;
  uint32_t r4 = p3 ? 1u : r3;
  if (p1) {
    r4 += 5;
  }
  if (!p2) {
    r4 *= 3;
  }
  const uint32_t r5 = hipify_ptx::vote_ballot(p3, 0xffffffffu);
  const uint32_t r7 = hipify_ptx::shfl<hipify_ptx::shfl_mode::bfly>(r4, 1u, 31u, 0xffffffffu);
  if (p3) {
    *rd4 = r7 + hipify_ptx::popc<uint32_t>(r5);
  }
}
