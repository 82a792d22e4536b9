// A constraint takes a pointer as it takes an integer, C++ does not: it is cast, or assigned by a function.
#include <cuda_runtime.h>
__device__ unsigned long long global_address(const float* p) {
  unsigned long long a;
  asm("cvta.to.global.u64 %0, %1;" : "=l"(a) : "l"(p));
  return a;
}
__device__ unsigned long long copied(unsigned long long n) {
  unsigned long long a;
  asm("mov.u64 %0, %1;" : "=l"(a) : "l"(n));
  return a;
}
__device__ unsigned long long moved(float*& p) {
  unsigned long long a;
  asm("{ .reg .u64 t; mov.u64 t, %1; mov.u64 %0, t; mov.u64 %1, %0; }" : "=l"(a), "+l"(p));
  return a;
}
// ==== output
// A constraint takes a pointer as it takes an integer, C++ does not: it is cast, or assigned by a function.
#include <hip/hip_runtime.h>
#include "hipify_ptx.hpp"
__device__ unsigned long long global_address(const float* p) {
  unsigned long long a;
#if defined(__HIP_PLATFORM_AMD__)
  hipify_ptx::assign(a, p);
#else
  asm("cvta.to.global.u64 %0, %1;" : "=l"(a) : "l"(p));
#endif
  return a;
}
__device__ unsigned long long copied(unsigned long long n) {
  unsigned long long a;
#if defined(__HIP_PLATFORM_AMD__)
  a = n;
#else
  asm("mov.u64 %0, %1;" : "=l"(a) : "l"(n));
#endif
  return a;
}
__device__ unsigned long long moved(float*& p) {
  unsigned long long a;
#if defined(__HIP_PLATFORM_AMD__)
  {
    const uint64_t ptx_t = uint64_t(p);
    a = ptx_t;
    hipify_ptx::assign(p, a);
  }
#else
  asm("{ .reg .u64 t; mov.u64 t, %1; mov.u64 %0, t; mov.u64 %1, %0; }" : "=l"(a), "+l"(p));
#endif
  return a;
}
