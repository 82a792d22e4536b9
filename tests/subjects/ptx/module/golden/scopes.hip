// scopes.ptx, translated by hipify-py (0286f25729d6c44f)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using u32 = hipify_ptx::any_u32;
using hipify_ptx::pack;
using hipify_ptx::store;

extern "C" __global__ void scopes(u32* param_0) {
  u32 kept;
  u32 kept_2;
  const bool p1 = threadIdx.x == 0;
  uint32_t r2, r3;
  if (!p1) {
    do {
      r2 = hipify_ptx::atom_add<uint32_t, hipify_ptx::space::global>(param_0, 1u);
    } while (r2 <= 100);
    param_0[1] = r2;
    while (true) {
      r3 = hipify_ptx::atom_add<uint32_t, hipify_ptx::space::global>(param_0 + 2, 2u);
      if (r3 > 200) {
        break;
      }
      if (p1) {
        return;
      }
    }
    param_0[3] = r3;
    kept = r2;
    kept_2 = r3;
    store<uint32_t, 2>(param_0 + 4, pack<uint32_t>(kept_2, kept));
  }
}
