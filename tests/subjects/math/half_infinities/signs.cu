#include <cuda_runtime.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
struct S { half v; bool is; };
__device__ bool is_inf(half x) { return __hisinf(x); }
__device__ int sign(half x) { return __hisinf(x); }
template <class T> __host__ __device__ int of(T x) { return ::__hisinf(x); }
__global__ void k(const half *h, const __nv_bfloat16 *b, int *o, S *s, int i) {
  // only zero is asked for
  if (__hisinf(h[0])) o[0] = 1;
  if (__hisinf(h[0]) == 0 || 0 != __hisinf(b[0]) || !__hisinf(h[i])) o[0] = 2;
  while (i > 0 && __hisinf(h[i])) --i;
  o[1] = __hisinf(h[0]) ? 3 : 4;
  bool inf = __hisinf(h[0]);
  s->is = __hisinf(s->v);
  o[2] = static_cast<bool>(__hisinf(h[0])) + (bool)__hisinf(h[1]) + bool(__hisinf(h[2]));
  if ((__hisinf(h[i++]))) o[2] = inf;
  // the sign is asked for
  o[3] = __hisinf(h[0]) < 0;
  o[4] = __hisinf(h[0]) == -1;
  o[5] = __hisinf(b[i + 1]) + __hisinf(*h);
  int n = __hisinf(s->v);
  switch (__hisinf(h[threadIdx.x])) { case -1: o[6] = n; }
  o[7] = i ? __hisinf( h[0] /* first */ ) : 3;
  o[8] = __hisinf(h[i++]);  // expect: MTH027
  o[9] = __hisinf(__float2half(1.0f)) > 0;  // expect: MTH027
}
// ==== output
#include <hip/hip_runtime.h>
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
struct S { half v; bool is; };
__device__ bool is_inf(half x) { return __hisinf(x); }
__device__ int sign(half x) { return (__hisinf(x) ? (__hgt(x, __hneg(x)) ? 1 : -1) : 0); }
template <class T> __host__ __device__ int of(T x) { return (::__hisinf(x) ? (__hgt(x, __hneg(x)) ? 1 : -1) : 0); }
__global__ void k(const half *h, const __hip_bfloat16 *b, int *o, S *s, int i) {
  // only zero is asked for
  if (__hisinf(h[0])) o[0] = 1;
  if (__hisinf(h[0]) == 0 || 0 != __hisinf(b[0]) || !__hisinf(h[i])) o[0] = 2;
  while (i > 0 && __hisinf(h[i])) --i;
  o[1] = __hisinf(h[0]) ? 3 : 4;
  bool inf = __hisinf(h[0]);
  s->is = __hisinf(s->v);
  o[2] = static_cast<bool>(__hisinf(h[0])) + (bool)__hisinf(h[1]) + bool(__hisinf(h[2]));
  if ((__hisinf(h[i++]))) o[2] = inf;
  // the sign is asked for
  o[3] = (__hisinf(h[0]) ? (__hgt(h[0], __hneg(h[0])) ? 1 : -1) : 0) < 0;
  o[4] = (__hisinf(h[0]) ? (__hgt(h[0], __hneg(h[0])) ? 1 : -1) : 0) == -1;
  o[5] = (__hisinf(b[i + 1]) ? (__hgt(b[i + 1], __hneg(b[i + 1])) ? 1 : -1) : 0) + (__hisinf(*h) ? (__hgt(*h, __hneg(*h)) ? 1 : -1) : 0);
  int n = (__hisinf(s->v) ? (__hgt(s->v, __hneg(s->v)) ? 1 : -1) : 0);
  switch ((__hisinf(h[threadIdx.x]) ? (__hgt(h[threadIdx.x], __hneg(h[threadIdx.x])) ? 1 : -1) : 0)) { case -1: o[6] = n; }
  o[7] = i ? (__hisinf( h[0] /* first */ ) ? (__hgt(h[0], __hneg(h[0])) ? 1 : -1) : 0) : 3;
  o[8] = __hisinf(h[i++]);  // expect: MTH027
  o[9] = __hisinf(__float2half(1.0f)) > 0;  // expect: MTH027
}
