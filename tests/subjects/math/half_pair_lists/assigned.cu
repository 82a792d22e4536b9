#include <cuda_fp16.h>
#include <cuda_bf16.h>
struct S { half2 v; __nv_bfloat162 w[2]; };
__global__ void k(half2* p, half a, __half2 *q, S* s, __nv_bfloat162* b, nv_bfloat162 c) {
  half2 r, t = {a, a};
  r = {};
  r = {a, a};
  p[0] = {a, a};
  *q = { };
  s->v = {};
  s[1].w[0] = {};
  if (threadIdx.x) b[1] = {};
  c = {__float2bfloat16(1.f), __float2bfloat16(2.f)};
  b[2] = c; p[1] = r; p[2] = t;
}
// ==== output
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include <hip/hip_bf16.h>
struct S { half2 v; __hip_bfloat162 w[2]; };
__global__ void k(half2* p, half a, __half2 *q, S* s, __hip_bfloat162* b, __hip_bfloat162 c) {
  half2 r, t = {a, a};
  r = half2{};
  r = half2{a, a};
  p[0] = half2{a, a};
  *q = __half2{ };
  s->v = half2{};
  s[1].w[0] = __hip_bfloat162{};
  if (threadIdx.x) b[1] = __hip_bfloat162{};
  c = __hip_bfloat162{__float2bfloat16(1.f), __float2bfloat16(2.f)};
  b[2] = c; p[1] = r; p[2] = t;
}
