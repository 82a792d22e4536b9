#include <cuda_fp16.h>
template <class T> struct Pair;
template <> struct Pair<__half> { typedef __half2 type; };
template <class T> using PairOf = typename Pair<T>::type;
template <class T> __global__ void k(T *x, T y) {
  atomicAdd(reinterpret_cast<PairOf<T> *>(x), PairOf<T>(y, y));
}
template __global__ void k<__half>(__half *, __half);
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#include <hip/hip_fp16.h>
template <class T> struct Pair;
template <> struct Pair<__half> { typedef __half2 type; };
template <class T> using PairOf = typename Pair<T>::type;
template <class T> __global__ void k(T *x, T y) {
  atomicAdd(reinterpret_cast<PairOf<T> *>(x), PairOf<T>(y, y));
}
template __global__ void k<__half>(__half *, __half);
