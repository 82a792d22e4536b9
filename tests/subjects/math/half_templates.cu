// flags: --rocm 7.2
#include <cuda_fp16.h>
#include <cuda_bf16.h>
template <class T> struct Pair;
template <> struct Pair<__half> { using type = __half2; };
template <> struct Pair<__nv_bfloat16> { using type = __nv_bfloat162; };
template <class T> __global__ void k(T *x, typename Pair<T>::type *v) {
  x[0] = __hmul_sat(x[1], x[2]);  // expect: MTH005
  v[0] = __hmax2(v[1], v[2]);  // expect: MTH004
  if (__hbeq2(v[0], v[1])) x[3] = __hadd(x[1], x[2]);
}
__device__ __half known(__half a, __half *p) { return __hmul_sat(a, __hfma_sat(a, p[1], __float2half(0.5f))); }
__device__ __half converted(float a, float b) { return __hmax_nan(__float2half(a), __float2half(b)); }
__device__ __nv_bfloat162 pairs(__nv_bfloat162 a, __nv_bfloat162 b) { return __hmin2(a, b); }
template __global__ void k<__half>(__half *, __half2 *);
template __global__ void k<__nv_bfloat16>(__nv_bfloat16 *, __nv_bfloat162 *);
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#include <hip/hip_fp16.h>
#include <hip/hip_bf16.h>
template <class T> struct Pair;
template <> struct Pair<__half> { using type = __half2; };
template <> struct Pair<__hip_bfloat16> { using type = __hip_bfloat162; };
template <class T> __global__ void k(T *x, typename Pair<T>::type *v) {
  x[0] = __hmul_sat(x[1], x[2]);  // expect: MTH005
  v[0] = __hmax2(v[1], v[2]);  // expect: MTH004
  if (__hbeq2(v[0], v[1])) x[3] = __hadd(x[1], x[2]);
}
__device__ __half known(__half a, __half *p) { return __hmul_sat(a, __hfma_sat(a, p[1], __float2half(0.5f))); }
__device__ __half converted(float a, float b) { return __hmax_nan(__float2half(a), __float2half(b)); }
__device__ __hip_bfloat162 pairs(__hip_bfloat162 a, __hip_bfloat162 b) { return __hmin2(a, b); }
template __global__ void k<__half>(__half *, __half2 *);
template __global__ void k<__hip_bfloat16>(__hip_bfloat16 *, __hip_bfloat162 *);
