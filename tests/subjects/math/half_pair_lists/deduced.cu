#include <cuda_fp16.h>
struct P { half2 v[2]; half2 *q; };
template <class T> struct Sum { T v; __device__ void reset() { v = {}; } };
template <class T, int N> __device__ void clear(T (&a)[N]) { for (int i = 0; i < N; ++i) a[i] = {}; }
template <class T> __device__ void list(T v, float4 w) { v = {1, 2}; w = {}; }
__device__ void set(P *p, half2 (&t)[2], half h) {
  t[0] = {};
  (p->q)[0] = {h, h};
  auto *z = p->q;
  z[0] = {};
  auto &w = p->v[1];
  w = {};
  half2 a, b;
  a = b = {};
  auto n = 1, m = n;
}
// ==== output
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
struct P { half2 v[2]; half2 *q; };
template <class T> struct Sum { T v; __device__ void reset() { v = T{}; } };
template <class T, int N> __device__ void clear(T (&a)[N]) { for (int i = 0; i < N; ++i) a[i] = T{}; }
template <class T> __device__ void list(T v, float4 w) { v = {1, 2}; w = {}; }
__device__ void set(P *p, half2 (&t)[2], half h) {
  t[0] = half2{};
  (p->q)[0] = half2{h, h};
  auto *z = p->q;
  z[0] = half2{};
  auto &w = p->v[1];
  w = half2{};
  half2 a, b;
  a = b = half2{};
  auto n = 1, m = n;
}
