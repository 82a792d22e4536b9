// printf.ptx, translated by hipify-py (9dbb51d27e939f36)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using u32 = hipify_ptx::any_u32;

extern "C" __global__ void hello() {
  alignas(8) u32 __local_depot0[2];
  *__local_depot0 = threadIdx.x;
  const int32_t retval0 = printf("thread %u!\n", *__local_depot0);
}
