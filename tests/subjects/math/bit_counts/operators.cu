#include <cuda_runtime.h>
#include <cstdint>
#define POPC(x) __popc(x)
#define POPC_DIFF(a, b) (__popc(a) - __popc(b))
#define IS_ONE(x) (__popc(x) == 1)
#define ADD(s, x) do { s += __popc(x); } while (0)
struct S { int a; long long w; };
__device__ auto bits(unsigned m) { return __popc(m); }
__device__ int less(unsigned m, int n) { return n - __popc(m); }
__device__ long long wide(unsigned m, int n) { return n - __popc(m); }
template <int N> __device__ float count(unsigned m) { return __popc(m); }
__device__ void k(unsigned m, unsigned u, int n, long long *o, float *f, int *p, S s, long long w, size_t z) {
  // the same
  int a = n + __popc(m);
  p[0] = n - __popc(m);
  s.a = n | __popc(m);
  s.a += n * __popc(m);
  const float g = __popc(m) * 0.5f;
  o[0] = __popc(m) + 3;
  o[1] = u - __popc(m);
  o[2] = w - __popc(m);
  if (n + __popc(m) == u || __popc(m) != n) p[1] = 3;
  if (n + __popc(m) < u) p[1] = 3;
  p[u + __popc(m)] = 1;
  p[4 + __popc(m & 3)] = 1;
  p[__popc(m) - 1 & 31] = n << __popc(m);
  p[2] = (int)(n + __popc(m));
  o[3] = (n + __popc(m)) & 7;
  o[4] = m ? 3 : __popc(m);
  n -= __popc(m);
  w += __popc(m);
  f[0] += __popc(m);
  f[1] = __shfl_sync(~0u, f[0], 0) + __popc(m);
  // others
  if (n + __popc(m)) p[1] = 3;
  if constexpr (__popc(7) - 1) p[1] = 4;
  p[1] = __syncthreads_or(n - __popc(m));
  const int &c = n + __popc(m);
  if (n + __popc(m) != 4) p[1] = 3;
  p[1] = own(__popc(m)) + int(__popc(m)) + __popc(n - __popc(m));
  if (n + __popc(m) < 0) p[1] = 1;
  float h = n + __popc(m);
  double d = n + __popcll(m);
  long long q = __popc(m) + n, r = m ? n : __popc(m), t = m ? __popc(m) : n;
  o[5] = n | __popc(m);
  s.w = n ^ __popc(m);
  w += __popc(m) - 1;
  p[n + __popc(m)] = (n + __popcll(m)) / 2;
  p[3] = (n + __popc(m)) >> 1;
  p[4] = n % __popc(m);
  n /= __popc(m);
  f[1] = (float)(n + __popc(m));
  auto l = [=] { return __popc(m); };
  switch (__popc(m) - 2) { case -1: p[5] = 1; }
  o[6] = w > __popc(m) - 3;
  f[2] = f[3] - (n ? -__popc(m) : 4);
  p[__popc(m) - 1] = ~__popc(m);
  for (int i = 0; i < n + __popc(m); i += __popc(m)) p[i] = 0;
  while (n + __popc(m) >= 0) --n;
  if (m) f[4] = n + __popc(m); else f[4] = __popc(m);
}
// ==== output
#include <hip/hip_runtime.h>
#include <cstdint>
#define POPC(x) static_cast<int>(__popc(x))
#define POPC_DIFF(a, b) (static_cast<int>(__popc(a)) - static_cast<int>(__popc(b)))
#define IS_ONE(x) (__popc(x) == 1)
#define ADD(s, x) do { s += __popc(x); } while (0)
struct S { int a; long long w; };
__device__ auto bits(unsigned m) { return static_cast<int>(__popc(m)); }
__device__ int less(unsigned m, int n) { return n - __popc(m); }
__device__ long long wide(unsigned m, int n) { return n - static_cast<int>(__popc(m)); }
template <int N> __device__ float count(unsigned m) { return __popc(m); }
__device__ void k(unsigned m, unsigned u, int n, long long *o, float *f, int *p, S s, long long w, size_t z) {
  // the same
  int a = n + __popc(m);
  p[0] = n - __popc(m);
  s.a = n | __popc(m);
  s.a += n * __popc(m);
  const float g = __popc(m) * 0.5f;
  o[0] = __popc(m) + 3;
  o[1] = u - __popc(m);
  o[2] = w - __popc(m);
  if (n + __popc(m) == u || __popc(m) != n) p[1] = 3;
  if (n + __popc(m) < u) p[1] = 3;
  p[u + __popc(m)] = 1;
  p[4 + __popc(m & 3)] = 1;
  p[__popc(m) - 1 & 31] = n << __popc(m);
  p[2] = (int)(n + __popc(m));
  o[3] = (n + __popc(m)) & 7;
  o[4] = m ? 3 : __popc(m);
  n -= __popc(m);
  w += __popc(m);
  f[0] += __popc(m);
  f[1] = __shfl(f[0], 0, 32) + __popc(m);
  // others
  if (n + static_cast<int>(__popc(m))) p[1] = 3;
  if constexpr (static_cast<int>(__popc(7)) - 1) p[1] = 4;
  p[1] = __syncthreads_or(n - static_cast<int>(__popc(m)));
  const int &c = n + static_cast<int>(__popc(m));
  if (n + static_cast<int>(__popc(m)) != 4) p[1] = 3;
  p[1] = own(static_cast<int>(__popc(m))) + int(__popc(m)) + __popc(n - __popc(m));
  if (n + static_cast<int>(__popc(m)) < 0) p[1] = 1;
  float h = n + static_cast<int>(__popc(m));
  double d = n + static_cast<int>(__popcll(m));
  long long q = static_cast<int>(__popc(m)) + n, r = m ? n : static_cast<int>(__popc(m)), t = m ? static_cast<int>(__popc(m)) : n;
  o[5] = n | static_cast<int>(__popc(m));
  s.w = n ^ static_cast<int>(__popc(m));
  w += static_cast<int>(__popc(m)) - 1;
  p[n + static_cast<int>(__popc(m))] = (n + static_cast<int>(__popcll(m))) / 2;
  p[3] = (n + static_cast<int>(__popc(m))) >> 1;
  p[4] = n % static_cast<int>(__popc(m));
  n /= static_cast<int>(__popc(m));
  f[1] = (float)(n + static_cast<int>(__popc(m)));
  auto l = [=] { return static_cast<int>(__popc(m)); };
  switch (static_cast<int>(__popc(m)) - 2) { case -1: p[5] = 1; }
  o[6] = w > static_cast<int>(__popc(m)) - 3;
  f[2] = f[3] - (n ? -static_cast<int>(__popc(m)) : 4);
  p[static_cast<int>(__popc(m)) - 1] = ~__popc(m);
  for (int i = 0; i < n + static_cast<int>(__popc(m)); i += __popc(m)) p[i] = 0;
  while (n + static_cast<int>(__popc(m)) >= 0) --n;
  if (m) f[4] = n + static_cast<int>(__popc(m)); else f[4] = __popc(m);
}
