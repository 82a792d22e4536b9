__device__ int f(int a,int b){int d; asm("min.relu.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b)); return d;}
__device__ void g(void*p, void*q){asm volatile("cp.async.ca.shared.global.L2::cache_hint [%0], [%1], 16, %2;" :: "r"(1), "l"(q), "l"(2ull) : "memory");}
// ==== output
#include "hipify_ptx.hpp"
__device__ int f(int a,int b){int d;
#if defined(__HIP_PLATFORM_AMD__)
d = hipify_ptx::imin_relu<int32_t>(a, b);
#else
asm("min.relu.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
#endif
 return d;}
__device__ void g(void*p, void*q){
#if defined(__HIP_PLATFORM_AMD__)
{
  hipify_ptx::keep_order();
  hipify_ptx::cp_async_hint(1, q, 16, uint64_t(2ull));
  hipify_ptx::keep_order();
}
#else
asm volatile("cp.async.ca.shared.global.L2::cache_hint [%0], [%1], 16, %2;" :: "r"(1), "l"(q), "l"(2ull) : "memory");
#endif
}
