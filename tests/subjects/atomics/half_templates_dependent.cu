#include <cuda_fp16.h>
template <class T> struct Pair { using type = T; };
template <> struct Pair<__half> { using type = __half2; };
template <class T> __global__ void k(T *x) {
  using T2 = typename Pair<T>::type;
  auto *v = (T2 *)x;
  atomicAdd(v, v[1]);
}
template __global__ void k<__half>(__half *);
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#include <hip/hip_fp16.h>
template <class T> struct Pair { using type = T; };
template <> struct Pair<__half> { using type = __half2; };
template <class T> __global__ void k(T *x) {
  using T2 = typename Pair<T>::type;
  auto *v = (T2 *)x;
  atomicAdd(v, v[1]);
}
template __global__ void k<__half>(__half *);
