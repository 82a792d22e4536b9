#include <cuda_fp16.h>
template <class T> struct Pair { using type = T; };
template <> struct Pair<__half> { using type = __half2; };
template <class T> struct Sums {
  using T2 = typename Pair<T>::type;
  T2 *sums;
  __device__ void add(int i, T2 v) { atomicAdd(&sums[i], v); }
};
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#include <hip/hip_fp16.h>
template <class T> struct Pair { using type = T; };
template <> struct Pair<__half> { using type = __half2; };
template <class T> struct Sums {
  using T2 = typename Pair<T>::type;
  T2 *sums;
  __device__ void add(int i, T2 v) { atomicAdd(&sums[i], v); }
};
