__global__ void __launch_bounds__(128) roles() {
  int warp = threadIdx.x / 32;
  if (warp == 0) {
    asm volatile("bar.sync 1, 64;" ::: "memory");  // expect: PTX012
  } else if (warp == 1) {
    asm volatile("bar.arrive 1, 64;" ::: "memory");  // expect: PTX012
  } else if (warp == 2) asm volatile("bar.arrive 3, 64;");  // expect: CNV001
  if (threadIdx.x >> 5 == 2) asm volatile("bar.sync 3, 64;" ::: "memory");  // expect: PTX012
  else if (threadIdx.x >> 5 == 3) asm volatile("bar.sync 3, 64;" ::: "memory");  // expect: PTX012
  if (warp == 1) asm volatile("bar.sync 4, 64;" ::: "memory");  // expect: CNV001, PTX030
  else if (warp == 2) asm volatile("bar.sync 4, 64;" ::: "memory");  // expect: CNV001, PTX030
}
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_ptx.hpp"
__global__ void __launch_bounds__(128) roles() {
#if defined(__HIP_PLATFORM_AMD__)
  hipify_ptx::begin_barriers();
#endif
  int warp = threadIdx.x / 32;
  if (warp == 0) {
    asm volatile("bar.sync 1, 64;" ::: "memory");  // expect: PTX012
  } else if (warp == 1) {
    asm volatile("bar.arrive 1, 64;" ::: "memory");  // expect: PTX012
  } else if (warp == 2)
#if defined(__HIP_PLATFORM_AMD__)
  hipify_ptx::barrier_arrive<true>(3u, 64u);
#else
  asm volatile("bar.arrive 3, 64;");  // expect: CNV001
#endif
  if (threadIdx.x >> 5 == 2) asm volatile("bar.sync 3, 64;" ::: "memory");  // expect: PTX012
  else if (threadIdx.x >> 5 == 3) asm volatile("bar.sync 3, 64;" ::: "memory");  // expect: PTX012
  if (warp == 1)
#if defined(__HIP_PLATFORM_AMD__)
  hipify_ptx::barrier_sync<true>(4u, 64u);
#else
  asm volatile("bar.sync 4, 64;" ::: "memory");  // expect: CNV001, PTX030
#endif
  else if (warp == 2)
#if defined(__HIP_PLATFORM_AMD__)
  hipify_ptx::barrier_sync<true>(4u, 64u);
#else
  asm volatile("bar.sync 4, 64;" ::: "memory");  // expect: CNV001, PTX030
#endif
}
