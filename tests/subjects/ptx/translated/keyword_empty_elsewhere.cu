#include <cuda_runtime.h>
#ifdef __CUDACC__
#define ASM asm volatile
#else
#define ASM
#endif
__device__ unsigned f(unsigned a) {
  unsigned r;
  ASM("add.u32 %0, %1, 1;" : "=r"(r) : "r"(a));  // expect: CNV001
  return r;
}
// ==== output
#include <hip/hip_runtime.h>
#ifdef __HIPCC__
#define ASM asm volatile
#else
#define ASM
#endif
__device__ unsigned f(unsigned a) {
  unsigned r;
#if defined(__HIP_PLATFORM_AMD__)
  r = a + 1u;
#else
  ASM("add.u32 %0, %1, 1;" : "=r"(r) : "r"(a));  // expect: CNV001
#endif
  return r;
}
