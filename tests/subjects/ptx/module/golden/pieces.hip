// pieces.ptx, translated by hipify-py (5d1266cc10b842c2)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using u32 = hipify_ptx::any_u32;
using hipify_ptx::access;
using hipify_ptx::by_value;

static __device__ by_value<8, 4> ptx_swap(by_value<8, 4> pair);

static __device__ by_value<8, 4> ptx_swap(by_value<8, 4> pair) {
  by_value<8, 4> result;
  access<uint32_t>(result.element) = access<uint32_t>(pair.element, 4);
  access<uint32_t>(result.element, 4) = access<uint32_t>(pair.element);
  return result;
}

extern "C" __global__ void pieces(u32* out, int32_t n) {
  by_value<8, 4> given;
  access<uint32_t>(given.element) = uint32_t(n);
  access<uint32_t>(given.element, 4) = out[1];
  const uint32_t r2 = *out;
  by_value<8, 4> back;
  if (n > 5) {
    back = ptx_swap(given);
  }
  const uint32_t r5 = access<uint32_t>(back.element, 4);
  out[2] = access<uint32_t>(back.element) + r2;
  out[3] = r5;
}
