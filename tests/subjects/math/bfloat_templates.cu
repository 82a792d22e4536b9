// flags: --rocm 6.4
#include <cuda_bf16.h>
template <typename T> __device__ T warp_sum(T v) {
  for (int m = 16; m > 0; m >>= 1) v += __shfl_xor_sync(0xffffffff, v, m);  // expect: MTH025
  return v;
}
template <class T> __global__ void k(const T *in, T *out) { out[0] = warp_sum(__ldg(in)); }  // expect: MTH025
template __global__ void k<__nv_bfloat16>(const __nv_bfloat16 *, __nv_bfloat16 *);
__device__ float of_floats(float v) { return __shfl_sync(0xffffffff, v, 0); }
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#include <hip/hip_bf16.h>
template <typename T> __device__ T warp_sum(T v) {
  for (int m = 16; m > 0; m >>= 1) v += __shfl_xor(v, m, 32);  // expect: MTH025
  return v;
}
template <class T> __global__ void k(const T *in, T *out) { out[0] = warp_sum(__ldg(in)); }  // expect: MTH025
template __global__ void k<__hip_bfloat16>(const __hip_bfloat16 *, __hip_bfloat16 *);
__device__ float of_floats(float v) { return __shfl(v, 0, 32); }
