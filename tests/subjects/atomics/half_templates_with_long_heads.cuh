#include <cuda_fp16.h>
template <class T> struct Pair;
template <> struct Pair<half> { using type = half2; };
template <
    class T,
    const int n_0,  // the number of tiles in dimension 0 of the block, which each of its threads walks over in turn
    const int n_1,  // the number of tiles in dimension 1 of the block, which each of its threads walks over in turn
    const int n_2,  // the number of tiles in dimension 2 of the block, which each of its threads walks over in turn
    const int n_3,  // the number of tiles in dimension 3 of the block, which each of its threads walks over in turn
    const int n_4,  // the number of tiles in dimension 4 of the block, which each of its threads walks over in turn
    const int n_5,  // the number of tiles in dimension 5 of the block, which each of its threads walks over in turn
    const int n_6,  // the number of tiles in dimension 6 of the block, which each of its threads walks over in turn
    const int n_7,  // the number of tiles in dimension 7 of the block, which each of its threads walks over in turn
    const int n_8,  // the number of tiles in dimension 8 of the block, which each of its threads walks over in turn
    const int n_9,  // the number of tiles in dimension 9 of the block, which each of its threads walks over in turn
    const int n_10,  // the number of tiles in dimension 10 of the block, which each of its threads walks over in turn
    const int n_11,  // the number of tiles in dimension 11 of the block, which each of its threads walks over in turn
    const bool last  // whether there are more
>
__global__ void add(int4 *c, int4 *s) {
  auto *to = reinterpret_cast<typename Pair<T>::type *>(&c[0]);
  atomicAdd(&to[1], *reinterpret_cast<typename Pair<T>::type *>(s));
}
// ==== output
#include "hipify_compat.hpp"
#include <hip/hip_fp16.h>
template <class T> struct Pair;
template <> struct Pair<half> { using type = half2; };
template <
    class T,
    const int n_0,  // the number of tiles in dimension 0 of the block, which each of its threads walks over in turn
    const int n_1,  // the number of tiles in dimension 1 of the block, which each of its threads walks over in turn
    const int n_2,  // the number of tiles in dimension 2 of the block, which each of its threads walks over in turn
    const int n_3,  // the number of tiles in dimension 3 of the block, which each of its threads walks over in turn
    const int n_4,  // the number of tiles in dimension 4 of the block, which each of its threads walks over in turn
    const int n_5,  // the number of tiles in dimension 5 of the block, which each of its threads walks over in turn
    const int n_6,  // the number of tiles in dimension 6 of the block, which each of its threads walks over in turn
    const int n_7,  // the number of tiles in dimension 7 of the block, which each of its threads walks over in turn
    const int n_8,  // the number of tiles in dimension 8 of the block, which each of its threads walks over in turn
    const int n_9,  // the number of tiles in dimension 9 of the block, which each of its threads walks over in turn
    const int n_10,  // the number of tiles in dimension 10 of the block, which each of its threads walks over in turn
    const int n_11,  // the number of tiles in dimension 11 of the block, which each of its threads walks over in turn
    const bool last  // whether there are more
>
__global__ void add(int4 *c, int4 *s) {
  auto *to = reinterpret_cast<typename Pair<T>::type *>(&c[0]);
  atomicAdd(&to[1], *reinterpret_cast<typename Pair<T>::type *>(s));
}
