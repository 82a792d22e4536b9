#include <cuda/functional>
#include <cuda/std/limits>
#include <cuda/std/utility>
#include <thrust/transform.h>
using cuda::std::pair;
struct Best {
  ::cuda::std::pair<int, cuda::std::int64_t> at;  // cuda::std::pair
};
__global__ void k(int *o) {
  o[0] = mine::cuda::max(1, 2) + cuda::std::max(o[1], cuda :: std :: numeric_limits<int>::max());
  o[1] = cuda::std::popcount(3u);  // expect: DEV011
  std::get<0>(o);
}
void f(int *a, int n) {
  thrust::transform(a, a + n, a, cuda::proclaim_return_type<int>([] __device__(int i) { return i + 1; }));
  thrust::transform(a, a + n, a, ::cuda::proclaim_copyable_arguments(/* by value */ [] __device__(int i) { return i; }));
  auto g = cuda::proclaim_return_type<cuda::std::pair<int, int>>(h);
}
// ==== output
#include <hip/hip_runtime.h>
#include <functional>
#include <limits>
#include <thrust/pair.h>
#include <thrust/transform.h>
using thrust::pair;
struct Best {
  ::thrust::pair<int, std::int64_t> at;  // cuda::std::pair
};
__global__ void k(int *o) {
  o[0] = mine::cuda::max(1, 2) + std::max(o[1], std::numeric_limits<int>::max());
  o[1] = cuda::std::popcount(3u);  // expect: DEV011
  std::get<0>(o);
}
void f(int *a, int n) {
  thrust::transform(a, a + n, a, ([] __device__(int i) { return i + 1; }));
  thrust::transform(a, a + n, a, (/* by value */ [] __device__(int i) { return i; }));
  auto g = (h);
}
