// names.ptx, translated by hipify-py (1dd70b9fae675610)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using u32 = hipify_ptx::any_u32;

__device__ u32 result;
__device__ u32 carry;
__device__ u32 r2;

extern "C" __device__ uint32_t ptx_twice(uint32_t result_2);
extern "C" __device__ uint32_t ptx_get(uint32_t n);

extern "C" __device__ uint32_t ptx_twice(uint32_t result_2) {
  return result_2 << 1;
}

extern "C" __device__ uint32_t ptx_get(uint32_t n) {
  bool carry_2{};
  const uint32_t r2_2 = result;
  uint32_t result_2;
  if (n > 4) {
    result = n;
    const uint32_t r4 = hipify_ptx::add_cc<uint32_t>(n, r2_2, carry_2);
    uint32_t r5 = hipify_ptx::addc<uint32_t>(n, 0u, carry_2);
    r5 += carry;
    r5 += r2;
    result_2 = r5;
  } else {
    result_2 = r2_2 + n;
  }
  return result_2;
}
