#include <cuda_runtime.h>
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 800)  // expect: ARC002
#define MINE_SM80_ENABLED 1
#endif
#if __CUDA_ARCH__ >= 700  // expect: ARC002
#define HAS_ORDER 1
#else
#define HAS_ORDER 0
#endif
#define HAS_CLUSTERS (__CUDA_ARCH__ >= 900)  // expect: ARC002

__device__ void product(double (&d)[2], double a, double b) {
#ifdef MINE_SM80_ENABLED  // expect: PTX034
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"  // expect: CNV001
               : "+d"(d[0]), "+d"(d[1])
               : "d"(a), "d"(b));
#else
  __trap();
#endif
}

__device__ int acquired(const int *p) {
  int v;
#if HAS_ORDER  // expect: PTX034
  asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");  // expect: CNV001
#else
  asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");  // expect: CNV001
#endif
  return v;
}

__device__ void hint(const void *p) {
#if defined(CUTE_ARCH_TMA_SM90_ENABLED) && defined(HAS_CLUSTERS)  // expect: PTX034
  asm volatile("prefetch.global.L2 [%0];" :: "l"(p));  // expect: CNV001
#endif
}

// Another branch does the work, or what is asked for is not translated.
__device__ void copied(int4 *shared, const int4 *global) {
#ifndef FLASHINFER_CP_ASYNC_ENABLED  // expect: PTX034
  *shared = *global;
#else
  unsigned to = __cvta_generic_to_shared(shared);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(to), "l"(global));  // expect: CNV001
#endif
}

__device__ void fence() {
#ifdef MINE_SM80_ENABLED  // expect: PTX035
  asm volatile("wgmma.fence.sync.aligned;");  // expect: PTX006
#else
  __trap();
#endif
}

__device__ float rounded(float x) {
#ifndef CUTE_ARCH_MMA_SM80_ENABLED  // expect: PTX034
  return 0;
#else
  asm("cvt.rna.tf32.f32 %0, %1;" : "=f"(x) : "f"(x));  // expect: CNV001
  return x;
#endif
}
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_ptx.hpp"
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 800)  // expect: ARC002
#define MINE_SM80_ENABLED 1
#endif
#if __CUDA_ARCH__ >= 700  // expect: ARC002
#define HAS_ORDER 1
#else
#define HAS_ORDER 0
#endif
#define HAS_CLUSTERS (__CUDA_ARCH__ >= 900)  // expect: ARC002

__device__ void product(double (&d)[2], double a, double b) {
#if defined(__AMDGCN__) || defined(MINE_SM80_ENABLED)  // expect: PTX034
#if defined(__HIP_PLATFORM_AMD__)
  {
    const auto ptx_v = hipify_ptx::mma<hipify_ptx::type::f64>(
        hipify_ptx::pack<double>(a),
        hipify_ptx::pack<double>(b),
        hipify_ptx::pack<double>(d[0], d[1]));
    d[0] = ptx_v[0];
    d[1] = ptx_v[1];
  }
#else
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"  // expect: CNV001
               : "+d"(d[0]), "+d"(d[1])
               : "d"(a), "d"(b));
#endif
#else
  __builtin_trap();
#endif
}

__device__ int acquired(const int *p) {
  int v;
#if defined(__AMDGCN__) || HAS_ORDER  // expect: PTX034
#if defined(__HIP_PLATFORM_AMD__)
  v = hipify_ptx::ld<uint32_t, hipify_ptx::space::global, hipify_ptx::order::acquire>(p);
#else
  asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");  // expect: CNV001
#endif
#else
#if defined(__HIP_PLATFORM_AMD__)
  v = hipify_ptx::ld<uint32_t, hipify_ptx::space::global, hipify_ptx::cache::cg>(p);
#else
  asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");  // expect: CNV001
#endif
#endif
  return v;
}

__device__ void hint(const void *p) {
#if defined(__AMDGCN__) || (defined(CUTE_ARCH_TMA_SM90_ENABLED) && defined(HAS_CLUSTERS))  // expect: PTX034
#if defined(__HIP_PLATFORM_AMD__)
  hipify_ptx::prefetch(p);
#else
  asm volatile("prefetch.global.L2 [%0];" :: "l"(p));  // expect: CNV001
#endif
#endif
}

// Another branch does the work, or what is asked for is not translated.
__device__ void copied(int4 *shared, const int4 *global) {
#ifndef FLASHINFER_CP_ASYNC_ENABLED  // expect: PTX034
  *shared = *global;
#else
  unsigned to = hipify_ptx::cvta_generic_to_shared(shared);
#if defined(__HIP_PLATFORM_AMD__)
  hipify_ptx::cp_async(to, global, 16);
#else
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(to), "l"(global));  // expect: CNV001
#endif
#endif
}

__device__ void fence() {
#ifdef MINE_SM80_ENABLED  // expect: PTX035
  asm volatile("wgmma.fence.sync.aligned;");  // expect: PTX006
#else
  __builtin_trap();
#endif
}

__device__ float rounded(float x) {
#if !defined(__AMDGCN__) && !defined(CUTE_ARCH_MMA_SM80_ENABLED)  // expect: PTX034
  return 0;
#else
#if defined(__HIP_PLATFORM_AMD__)
  x = hipify_ptx::bits<float>(hipify_ptx::cvt_tf32<hipify_ptx::rounding::rna, false, false>(x));
#else
  asm("cvt.rna.tf32.f32 %0, %1;" : "=f"(x) : "f"(x));  // expect: CNV001
#endif
  return x;
#endif
}
