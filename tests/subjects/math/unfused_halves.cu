// flags: --rocm 6.4
#include <cuda_fp16.h>
#include <cuda_bf16.h>

__global__ void k(half* a, half2* b, __nv_bfloat16* c, __nv_bfloat162* d) {
  a[0] = __hadd_rn(__hmul(a[1], a[2]), a[3]);  // expect: MTH004
  b[0] = __hsub2_rn(b[1], b[2]);  // expect: MTH004
  c[0] = ::__hmul_rn(c[1], c[2]);  // expect: MTH004
  d[0] = __hadd2_rn(d[1], d[2]);  // expect: MTH004
}
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#include <hip/hip_fp16.h>
#include <hip/hip_bf16.h>

__global__ void k(half* a, half2* b, __hip_bfloat16* c, __hip_bfloat162* d) {
  a[0] = __hadd_rn(__hmul(a[1], a[2]), a[3]);  // expect: MTH004
  b[0] = __hsub2_rn(b[1], b[2]);  // expect: MTH004
  c[0] = ::__hmul_rn(c[1], c[2]);  // expect: MTH004
  d[0] = __hadd2_rn(d[1], d[2]);  // expect: MTH004
}
