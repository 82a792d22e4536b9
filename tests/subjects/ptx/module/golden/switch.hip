// switch.ptx, translated by hipify-py (e516fb12c2d80988)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using u32 = hipify_ptx::any_u32;

extern "C" __global__ void choose(u32* param_0, uint32_t param_1) {
  const uint32_t r2 = *param_0;
  uint32_t r3;
  if (param_1 > 2) {
    r3 = 0;
  } else {
    switch (param_1) {
      case 0: {
        r3 = r2 + 7;
        break;
      }
      case 1: {
        r3 = r2 << 1;
        break;
      }
      case 2: {
        r3 = ~r2;
        break;
      }
    }
  }
  *param_0 = r3;
}
