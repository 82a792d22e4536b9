#include <cuda_bf16.h>
__device__ __nv_bfloat16 one(__nv_bfloat16 x) { return htanh(x * x); }
__device__ __nv_bfloat162 two(__nv_bfloat162 *p) { return h2tanh(*p++); }
__device__ __half half_too(__half x) { return htanh(x); }
// ==== output
#include <hip/hip_runtime.h>
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
__device__ __hip_bfloat16 one(__hip_bfloat16 x) { return ([](auto v) { return decltype(v)(tanhf(float(v))); })(x * x); }
__device__ __hip_bfloat162 two(__hip_bfloat162 *p) { return ([](auto v) { v.x = tanhf(__low2float(v)); v.y = tanhf(__high2float(v)); return v; })(*p++); }
__device__ __half half_too(__half x) { return __float2half(tanhf(__half2float(x))); }
