#include <cuda_runtime.h>
struct S { int a, b; };
template <typename T> __device__ T larger(T a, T b) { return a > b ? a : b; }
__device__ float f(int K, unsigned a, unsigned b, float *o, int *p, int n, float w) {
  // the same
  int c = __popc(a);
  int d = K - 2 * __popc(a ^ b);
  p[__popc(a & 7)] = __popc(b);
  if (__popc(a) > 8 && __popc(b) == n) p[0] += __popc(a);
  atomicAdd(p, __popc(a));
  float g = (float)__popc(a) - 1, h = static_cast<float>(__popc(b)) * w;
  unsigned u[2] = {__popc(a), 1u};
  if (threadIdx.x < __popc(a)) p[2] = __popcll(a) / 2;
  for (int i = __popc(a) - 1; i >= 0; --i) p[i] = 0;
  bool odd = __popc(a) & 1;
  // others
  float v = K - 2 * __popc(a ^ b);
  float v2 = n * __popc(a);
  S s = {__popc(a), __popcll(b)};
  int t{__popc(a)};
  auto x = __popc(a);
  if (__popc(a) - 1 < 0) p[1] = 1;
  if (__popc(a) < n) p[1] = 1;
  if (n >= ::__popc(a)) p[1] = 1;
  for (int i = 0; i < __popc(a); ++i) p[i] = larger(__popc(a), 3) + min(__popc(a), 7) + max(n - __popc(a), 0);
  o[0] = (__popc(a) - __popc(b)) * 0.5f;
  o[1] = c > 3 ? __popc(a) : -1;
  long l = -__popc(a);
  return 1 - 2 * (__popc(a) & 1);
}
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
struct S { int a, b; };
template <typename T> __device__ T larger(T a, T b) { return a > b ? a : b; }
__device__ float f(int K, unsigned a, unsigned b, float *o, int *p, int n, float w) {
  // the same
  int c = __popc(a);
  int d = K - 2 * __popc(a ^ b);
  p[__popc(a & 7)] = __popc(b);
  if (__popc(a) > 8 && __popc(b) == n) p[0] += __popc(a);
  atomicAdd(p, __popc(a));
  float g = (float)__popc(a) - 1, h = static_cast<float>(__popc(b)) * w;
  unsigned u[2] = {__popc(a), 1u};
  if (threadIdx.x < __popc(a)) p[2] = __popcll(a) / 2;
  for (int i = __popc(a) - 1; i >= 0; --i) p[i] = 0;
  bool odd = __popc(a) & 1;
  // others
  float v = K - 2 * static_cast<int>(__popc(a ^ b));
  float v2 = n * static_cast<int>(__popc(a));
  S s = {static_cast<int>(__popc(a)), static_cast<int>(__popcll(b))};
  int t{static_cast<int>(__popc(a))};
  auto x = static_cast<int>(__popc(a));
  if (static_cast<int>(__popc(a)) - 1 < 0) p[1] = 1;
  if (static_cast<int>(__popc(a)) < n) p[1] = 1;
  if (n >= static_cast<int>(::__popc(a))) p[1] = 1;
  for (int i = 0; i < static_cast<int>(__popc(a)); ++i) p[i] = larger(static_cast<int>(__popc(a)), 3) + min(static_cast<int>(__popc(a)), 7) + max(n - static_cast<int>(__popc(a)), 0);
  o[0] = (static_cast<int>(__popc(a)) - static_cast<int>(__popc(b))) * 0.5f;
  o[1] = c > 3 ? static_cast<int>(__popc(a)) : -1;
  long l = -static_cast<int>(__popc(a));
  return 1 - 2 * (static_cast<int>(__popc(a)) & 1);
}
