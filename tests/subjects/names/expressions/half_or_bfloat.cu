#include <cuda_fp16.h>
__device__ __half half_only(__half x) { return htanh(x) + htanh(x * x); }
template <class T>
__device__ T either(T x) { return htanh(x); }
// ==== output
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
__device__ __half half_only(__half x) { return __float2half(tanhf(__half2float(x))) + __float2half(tanhf(__half2float(x * x))); }
template <class T>
__device__ T either(T x) { return ([](auto v) { return decltype(v)(tanhf(float(v))); })(x); }
