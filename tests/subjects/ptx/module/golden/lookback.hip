// lookback.ptx, translated by hipify-py (c4bc2b7e996de4dd)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using u8 = hipify_ptx::any_u8;
using hipify_ptx::pack;
using hipify_ptx::vec;

extern "C" __global__ void look_back(u8* param_0, u8* param_1) {
  const uint32_t r2 = hipify_ptx::atom_inc<uint32_t, hipify_ptx::space::global>(param_1, 127u);
  u8* const rd5 = param_0 + int64_t(r2) * 16;
  int64_t rd6;
  uint64_t rd7;
  do {
    const vec<uint64_t, 2> v = hipify_ptx::ld<vec<uint64_t, 2>, hipify_ptx::space::generic, hipify_ptx::order::relaxed>(rd5);
    rd6 = v[0];
    rd7 = v[1];
  } while (rd6 == 0ll);
  hipify_ptx::st<vec<uint64_t, 2>, hipify_ptx::space::generic, hipify_ptx::order::relaxed>(rd5 + 16, pack<uint64_t>(uint64_t(rd6), rd7 + 1));
}
