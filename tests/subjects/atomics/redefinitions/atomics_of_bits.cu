#include <cuda_fp16.h>
#include <cuda_runtime.h>
__device__ size_t atomicOr(size_t *p, size_t v) {
  return atomicOr((unsigned long long *)p, (unsigned long long)v);
}
__device__ inline unsigned long atomicAnd(unsigned long *p, unsigned long v) {  // expect: API006
  return atomicAnd((unsigned long long *)p, ~(unsigned long long)v);
}
__device__ __half __shfl_down(__half v, unsigned n, int w = 32) { return v; }  // expect: API006
__device__ long atomicXor(long *p, long v) { return atomicXor((unsigned long long *)p, v); }
// ==== output
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings this function
__device__ size_t atomicOr(size_t *p, size_t v) {
  return atomicOr((unsigned long long *)p, (unsigned long long)v);
}
#endif
__device__ inline unsigned long atomicAnd(unsigned long *p, unsigned long v) {  // expect: API006
  return atomicAnd((unsigned long long *)p, ~(unsigned long long)v);
}
__device__ __half __shfl_down(__half v, unsigned n, int w = 32) { return v; }  // expect: API006
__device__ long atomicXor(long *p, long v) { return atomicXor((unsigned long long *)p, v); }
