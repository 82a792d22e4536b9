// copies.ptx, translated by hipify-py (7cef023281293705)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using u16 = hipify_ptx::any_u16;
using u32 = hipify_ptx::any_u32;

extern "C" __global__ void copies(u16* param_0, uint32_t param_1) {
  alignas(16) __shared__ u16 tile[512];
  u16* const rd4 = param_0 + int64_t(threadIdx.x) * 2;
  u16* const r5 = tile + int64_t(int32_t(threadIdx.x)) * 2;
  const bool p1 = threadIdx.x < param_1;
  hipify_ptx::cp_async(hipify_ptx::shared_address(r5), rd4 + 64, 4, p1 ? 4u : 0u);
  hipify_ptx::cp_async_commit_group();
  hipify_ptx::cp_async_wait_group(0);
  __syncthreads();
  const uint16_t rs2 = p1 ? 1u : 0u;
  const uint16_t rs3 = static_cast<uint16_t>((*r5) + rs2);
  *rd4 = hipify_ptx::mul_lo<int16_t>(int16_t(static_cast<uint16_t>(rs3 - rs2)), int16_t(rs3));
}

extern "C" __global__ void chosen(u32* param_0) {
  __shared__ u32 first[128];
  __shared__ u32 second[128];
  first[threadIdx.x] = threadIdx.x;
  __syncthreads();
  u32* const rd7 = (u32*)hipify_ptx::shared_pointer(uint32_t(threadIdx.x < 8 ? uint64_t(hipify_ptx::shared_address(first)) : uint64_t(hipify_ptx::shared_address(second))));
  *param_0 = rd7[1];
}
