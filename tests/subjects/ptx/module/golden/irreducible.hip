// irreducible.ptx, translated by hipify-py (2b81f01d824bf674)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using u32 = hipify_ptx::any_u32;

extern "C" __global__ void two_entries(u32* param_0, uint32_t param_1) {
  int32_t r2 = *param_0;
  if ((param_1 & 1) == 0) {
    goto L2;
  }
  L1:;
  r2 += 3u;
  if (r2 > 1000) {
    goto L3;
  }
  L2:;
  r2 *= 5u;
  if (r2 < 1000) {
    goto L1;
  }
  L3:;
  *param_0 = r2;
  return;
}
