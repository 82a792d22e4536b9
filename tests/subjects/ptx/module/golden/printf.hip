// printf.ptx, translated by hipify-py (aef0fa8d9c318ee8)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using hipify_ptx::u32;

extern "C" __global__ void hello() {
  alignas(8) u32 __local_depot0[2];
  *__local_depot0 = threadIdx.x;
  const int32_t retval0 = printf("thread %u!\n", *__local_depot0);
}
