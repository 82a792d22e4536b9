// A function by a name of HIP's in a file that includes nothing of CUDA is CUDA's nevertheless.
#include <stdio.h>
static __device__ unsigned __lane_id() {  // expect: API006
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}
__global__ void k(unsigned *o) { o[0] = __lane_id(); }
// ==== output
// A function by a name of HIP's in a file that includes nothing of CUDA is CUDA's nevertheless.
#include <hip/hip_runtime.h>
#include "hipify_ptx.hpp"
#include <stdio.h>
static __device__ unsigned __lane_id() {  // expect: API006
  unsigned lane;
#if defined(__HIP_PLATFORM_AMD__)
  lane = hipify_ptx::laneid();
#else
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
#endif
  return lane;
}
__global__ void k(unsigned *o) { o[0] = __lane_id(); }
