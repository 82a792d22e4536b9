// signs.ptx, translated by hipify-py (bf1bac523fc20917)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using u8 = hipify_ptx::any_u8;
using u16 = hipify_ptx::any_u16;
using hipify_ptx::access;

__device__ u16 table[4] = {0xffff, 2, 3, 4};

static __device__ uint32_t ptx_widened(uint32_t number);

static __device__ uint32_t ptx_widened(uint32_t number) {
  return uint32_t(int8_t(number)) + uint32_t(uint16_t(number));
}

extern "C" __global__ void signs(u8* param_0, uint16_t param_1, uint32_t param_2, uint64_t param_3) {
  const uint64_t rd5 = uint64_t(access<int32_t>(param_0, 8)) - uint64_t(access<uint32_t>(param_0, 8));
  const uint32_t given = uint32_t(*table) + uint32_t(access<int16_t>(table));
  const uint32_t r10 = uint32_t(int8_t(param_3)) + uint32_t(access<int8_t>(param_0));
  const uint32_t r11 = uint32_t(param_0[1]) + access<uint32_t>(param_0, 4);
  const uint32_t returned = ptx_widened(given);
  access<uint32_t>(param_0, 16) = uint32_t(int16_t(param_1)) + uint32_t(uint8_t(param_2));
  access<uint32_t>(param_0, 20) = r10;
  access<uint32_t>(param_0, 24) = r11;
  access<uint32_t>(param_0, 28) = int8_t(returned);
  access<uint64_t>(param_0, 32) = int32_t(param_2);
  access<uint64_t>(param_0, 40) = rd5;
  access<uint32_t>(param_0, 48) = returned;
}
