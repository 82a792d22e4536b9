#include <cuda_fp16.h>
template <class T> struct Pair;
template <> struct Pair<__half> { typedef __half2 type; };
template <class T> __global__ void k(T *x, T y) {
  atomicAdd(reinterpret_cast<typename Pair<T>::type *>(x), {y, y});
}
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#include <hip/hip_fp16.h>
template <class T> struct Pair;
template <> struct Pair<__half> { typedef __half2 type; };
template <class T> __global__ void k(T *x, T y) {
  atomicAdd(reinterpret_cast<typename Pair<T>::type *>(x), {y, y});
}
