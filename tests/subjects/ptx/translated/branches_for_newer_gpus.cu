#include <cuda_fp16.h>

__device__ void mma(float (&d)[4], unsigned a, unsigned b) {
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 800)  // expect: PTX034
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %4}, {%5}, {%0, %1, %2, %3};"  // expect: CNV002
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a), "r"(b));
#else
  __trap();
#endif
}

__device__ int acquired(const int *p) {
  int v;
#if __CUDA_ARCH__ >= 700  // Volta  // expect: PTX034
  asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");  // expect: CNV001
#else
  asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");  // expect: CNV001
#endif
  return v;
}

// Code for old GPUs that does the work stays the one for AMD.
__device__ void copy(int4 *shared, const int4 *global) {
#if __CUDA_ARCH__ >= 800  // expect: ARC002, PTX034
  unsigned to = __cvta_generic_to_shared(shared);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(to), "l"(global));  // expect: PTX003
#else
  *shared = *global;
#endif
}

// What does not translate stays with NVIDIA.
__device__ void arrive(unsigned barrier) {
#if __CUDA_ARCH__ >= 900  // expect: ARC002, PTX034
  asm volatile("wgmma.fence.sync.aligned;");  // expect: PTX006
#elif __CUDA_ARCH__ >= 800  // expect: ARC002, PTX034
  asm volatile("tcgen05.wait::ld.sync.aligned;");  // expect: PTX006
#else
  __trap();
#endif
}

__device__ float rounded(float x) {
#if (__CUDA_ARCH__ < 800)  // expect: PTX034
  return 0;
#else
  asm("cvt.rna.tf32.f32 %0, %1;" : "=f"(x) : "f"(x));  // expect: CNV001
  return x;
#endif
}
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_ptx.hpp"
#include <hip/hip_fp16.h>

__device__ void mma(float (&d)[4], unsigned a, unsigned b) {
#if defined(__AMDGCN__) || (defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 800))  // expect: PTX034
#if defined(__HIP_PLATFORM_AMD__)
  {
    const auto ptx_v = hipify_ptx::mma<hipify_ptx::type::f16>(
        hipify_ptx::pack<uint32_t>(a, a),
        hipify_ptx::pack<uint32_t>(b),
        hipify_ptx::pack<float>(d[0], d[1], d[2], d[3]));
    d[0] = ptx_v[0];
    d[1] = ptx_v[1];
    d[2] = ptx_v[2];
    d[3] = ptx_v[3];
  }
#else
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %4}, {%5}, {%0, %1, %2, %3};"  // expect: CNV002
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a), "r"(b));
#endif
#else
  __builtin_trap();
#endif
}

__device__ int acquired(const int *p) {
  int v;
#if defined(__AMDGCN__) || __CUDA_ARCH__ >= 700  // Volta  // expect: PTX034
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

// Code for old GPUs that does the work stays the one for AMD.
__device__ void copy(int4 *shared, const int4 *global) {
#if __CUDA_ARCH__ >= 800  // expect: ARC002, PTX034
  unsigned to = hipify_ptx::cvta_generic_to_shared(shared);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(to), "l"(global));  // expect: PTX003
#else
  *shared = *global;
#endif
}

// What does not translate stays with NVIDIA.
__device__ void arrive(unsigned barrier) {
#if __CUDA_ARCH__ >= 900  // expect: ARC002, PTX034
  asm volatile("wgmma.fence.sync.aligned;");  // expect: PTX006
#elif __CUDA_ARCH__ >= 800  // expect: ARC002, PTX034
  asm volatile("tcgen05.wait::ld.sync.aligned;");  // expect: PTX006
#else
  __builtin_trap();
#endif
}

__device__ float rounded(float x) {
#if !defined(__AMDGCN__) && (__CUDA_ARCH__ < 800)  // expect: PTX034
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
