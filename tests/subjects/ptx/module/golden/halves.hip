// halves.ptx, translated by hipify-py (320b3dc4cc7bb9c0)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using u16 = hipify_ptx::any_u16;
using u32 = hipify_ptx::any_u32;

__device__ __managed__ u32 big = 3;

extern "C" __global__ void halves(u16* param_0, uint16_t param_1) {
  u16* const rd3 = param_0 + threadIdx.x;
  const uint16_t rs2 = *rd3;
  const bool p1 = hipify_ptx::setp_half<hipify_ptx::compare::ge, hipify_ptx::type::f16, false>(rs2, param_1);
  const bool p2 = hipify_ptx::setp_half<hipify_ptx::compare::lt, hipify_ptx::type::bf16, false, hipify_ptx::combine::with_and>(rs2, param_1, p1);
  const uint16_t rs3 = hipify_ptx::add_half<hipify_ptx::type::f16>(rs2, param_1);
  *rd3 = rs2 > param_1 ? (p2 ? (p1 ? rs3 : rs2) : param_1) : rs3;
  if (p1) {
    hipify_ptx::atom_add<uint32_t, hipify_ptx::space::global>((&big), 1u);
  }
}
