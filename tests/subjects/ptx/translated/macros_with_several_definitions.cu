// What AMD reads of a choice of definitions is what counts.
#if __CUDA_ARCH__ >= 350
#define STREAMED "ld.global.cs.nc.u32"
#else
#define STREAMED "ld.global.cs.u32"
#endif
#ifdef USE_ORDER
#define ORDER ".acquire.gpu"
#else
#define ORDER ""
#endif
#ifdef USE_HINT
#define HINT ".L1::evict_last"
#else
#define HINT ".L1::no_allocate"
#endif
#ifdef USE_SCOPE
#define FENCE "fence.acq_rel.cluster"
#else
#define FENCE "fence.acq_rel.gpu"
#endif

__device__ unsigned loaded(const unsigned *p) {
  unsigned a, b, c;
  asm(STREAMED " {%0}, [%1 + 4];" : "=r"(a) : "l"(p));  // expect: CNV001
  asm volatile("ld" ORDER ".global.u32 %0, [%1];" : "=r"(b) : "l"(p));  // expect: CNV001
  asm volatile("ld.global" HINT ".u32 %0, [%1];" : "=r"(c) : "l"(p));  // expect: CNV001
  asm volatile(FENCE ";" ::: "memory");  // expect: PTX001
  return a + b + c;
}
// ==== output
// What AMD reads of a choice of definitions is what counts.
#include <hip/hip_runtime.h>
#include "hipify_ptx.hpp"
#if defined(__HIP_DEVICE_COMPILE__)
#define STREAMED "ld.global.cs.nc.u32"
#else
#define STREAMED "ld.global.cs.u32"
#endif
#ifdef USE_ORDER
#define ORDER ".acquire.gpu"
#else
#define ORDER ""
#endif
#ifdef USE_HINT
#define HINT ".L1::evict_last"
#else
#define HINT ".L1::no_allocate"
#endif
#ifdef USE_SCOPE
#define FENCE "fence.acq_rel.cluster"
#else
#define FENCE "fence.acq_rel.gpu"
#endif

__device__ unsigned loaded(const unsigned *p) {
  unsigned a, b, c;
#if defined(__HIP_PLATFORM_AMD__)
  a = hipify_ptx::ld_nc<uint32_t, hipify_ptx::space::global, hipify_ptx::cache::cs>(hipify_ptx::address(p) + 4);
  {
    if constexpr (hipify_ptx::is("" ORDER, ".acquire.gpu")) {
      b = hipify_ptx::ld<uint32_t, hipify_ptx::space::global, hipify_ptx::order::acquire>(p);
    } else if constexpr (hipify_ptx::is("" ORDER, "")) {
      b = hipify_ptx::ld<uint32_t, hipify_ptx::space::global>(p);
    } else {
      hipify_ptx::not_translated();
    }
  }
  c = hipify_ptx::ld<uint32_t, hipify_ptx::space::global>(p);
#else
  asm(STREAMED " {%0}, [%1 + 4];" : "=r"(a) : "l"(p));  // expect: CNV001
  asm volatile("ld" ORDER ".global.u32 %0, [%1];" : "=r"(b) : "l"(p));  // expect: CNV001
  asm volatile("ld.global" HINT ".u32 %0, [%1];" : "=r"(c) : "l"(p));  // expect: CNV001
#endif
  asm volatile(FENCE ";" ::: "memory");  // expect: PTX001
  return a + b + c;
}
