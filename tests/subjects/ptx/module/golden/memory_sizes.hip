// memory_sizes.ptx, translated by hipify-py (124ecd66b5ae5af3)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using u32 = hipify_ptx::any_u32;

extern "C" __global__ void sizes(u32* param_0) {
  ((u32*)hipify_ptx::cvta_shared(uint64_t(hipify_ptx::reserved_smem_offset_1())))[1] = hipify_ptx::dynamic_smem_size();
  *param_0 = hipify_ptx::total_smem_size();
  param_0[1] = hipify_ptx::aggr_smem_size();
}
