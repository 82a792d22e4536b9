__device__ unsigned f(unsigned x) {
  unsigned r;
  asm(  // expect: CNV001
#ifdef WIDE
      "bfe.u32 %0, %1, 0, 16;"
#else
      "bfe.u32 %0, %1, 0, 8;"
#endif
      : "=r"(r) : "r"(x));
  return r;
}
// ==== output
#include "hipify_ptx.hpp"
__device__ unsigned f(unsigned x) {
  unsigned r;
#if defined(__HIP_PLATFORM_AMD__)
#ifdef WIDE
  r = hipify_ptx::bfe<uint32_t>(x, 0u, 16u);
#else
  r = hipify_ptx::bfe<uint32_t>(x, 0u, 8u);
#endif
#else
  asm(  // expect: CNV001
#ifdef WIDE
      "bfe.u32 %0, %1, 0, 16;"
#else
      "bfe.u32 %0, %1, 0, 8;"
#endif
      : "=r"(r) : "r"(x));
#endif
  return r;
}
