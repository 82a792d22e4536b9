#include <cuda_runtime.h>
template <typename T> struct Ops { static __host__ __device__ T inv(T x) { return rsqrt(x); } };
typedef float real;
__device__ real f(real x) { return sinpi(x * x + real(1)); }
__device__ auto h(const float *p) { auto v = g(p); return erfcx(v); }
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
template <typename T> struct Ops { static __host__ __device__ T inv(T x) { return rsqrt(x); } };
typedef float real;
__device__ real f(real x) { return sinpi(x * x + real(1)); }
__device__ auto h(const float *p) { auto v = g(p); return erfcx(v); }
