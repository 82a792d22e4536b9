#if CUDART_VERSION < 9000
#define __shfl_down_sync(m, v, d) __shfl_down(v, d)
#endif
__device__ float f(float v) { return __shfl_down_sync(0xffffffffu, v, 16); }
#define __any(p) (p)
__device__ int g(int p) { return __any(p) + __all(p); }
#undef __any
__device__ int h(int p) { return __any(p); }
// ==== output
#include "hipify_compat.hpp"
#if !defined(__HIP_PLATFORM_AMD__) && CUDART_VERSION < 9000
#define __shfl_down_sync(m, v, d) __shfl_down(v, d, 32)
#endif
__device__ float f(float v) { return __shfl_down(v, 16, 32); }
#define __any(p) (p)
__device__ int g(int p) { return __any(p) + hipify_compat::all(p); }
#undef __any
__device__ int h(int p) { return hipify_compat::any(p); }
