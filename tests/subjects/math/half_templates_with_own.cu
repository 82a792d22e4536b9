#include <cuda_fp16.h>
#include <cuda_bf16.h>
__device__ __half2 __hmax2(__half2 a, __half2 b) { return __hgt2(a, b); }
__device__ __nv_bfloat16 __hmul_sat(__nv_bfloat16 a, __nv_bfloat16 b) { return __hmul(a, b); }
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
__device__ __nv_bfloat16 __hadd_sat(__nv_bfloat16 a, __nv_bfloat16 b) { return __hadd(a, b); }
#endif
template <class T> __device__ T largest(T a, T b) { return __hmax2(a, b); }
template <class T> __device__ T product(T a, T b) { return __hmul_sat(a, b); }
template <class T> __device__ T sum(T a, T b) { return __hadd_sat(a, b); }  // expect: MTH005
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#include <hip/hip_fp16.h>
#include <hip/hip_bf16.h>
__device__ __half2 __hmax2(__half2 a, __half2 b) { return __hgt2(a, b); }
__device__ __hip_bfloat16 __hmul_sat(__hip_bfloat16 a, __hip_bfloat16 b) { return __hmul(a, b); }
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
__device__ __hip_bfloat16 __hadd_sat(__hip_bfloat16 a, __hip_bfloat16 b) { return __hadd(a, b); }
#endif
template <class T> __device__ T largest(T a, T b) { return __hmax2(a, b); }
template <class T> __device__ T product(T a, T b) { return __hmul_sat(a, b); }
template <class T> __device__ T sum(T a, T b) { return __hadd_sat(a, b); }  // expect: MTH005
