#include <cuda/std/tuple>
template <int I> __device__ int at(cuda::std::tuple<int, int> t) { return cuda::std::get<I>(t); }
// ==== output
#include <hip/hip_runtime.h>
#include <thrust/tuple.h>
template <int I> __device__ int at(thrust::tuple<int, int> t) { return thrust::get<I>(t); }
