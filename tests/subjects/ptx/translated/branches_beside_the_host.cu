#include <cuda_runtime.h>
// All GPUs of NVIDIA have one size, and the host another: that is no matter of newer GPUs.
#ifdef __CUDA_ARCH__
#define MOST (__CUDA_ARCH__ >= 900 ? 2048 : 1536)  // expect: ARC002
#else
#define MOST 1024  // expect: ARC002
#endif
__global__ void k(int *p) {
#if __CUDA_ARCH__ >= 700  // expect: PTX034
  asm volatile("bar.warp.sync 0xffffffff;");  // expect: CNV001
#endif
  p[0] = MOST;
}
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_ptx.hpp"
// All GPUs of NVIDIA have one size, and the host another: that is no matter of newer GPUs.
#ifdef __CUDA_ARCH__
#define MOST (__CUDA_ARCH__ >= 900 ? 2048 : 1536)  // expect: ARC002
#else
#define MOST 1024  // expect: ARC002
#endif
__global__ void k(int *p) {
#if defined(__AMDGCN__) || __CUDA_ARCH__ >= 700  // expect: PTX034
#if defined(__HIP_PLATFORM_AMD__)
  hipify_ptx::bar_warp_sync(0xffffffffu);
#else
  asm volatile("bar.warp.sync 0xffffffff;");  // expect: CNV001
#endif
#endif
  p[0] = MOST;
}
