#include <cuda/std/tuple>
#include <cuda/std/variant>
using Value = cuda::std::variant<int, float, cuda::std::monostate>;
__global__ void kernel(Value *v, int *out) {
  out[0] = cuda::std::get<int>(v[0]) + (int)v[0].index() + cuda::std::get < ::mine >(v[1]);
  out[1] = cuda::std::visit([](auto x) { return sizeof(x); }, v[0]) + cuda::std::holds_alternative<int>(v[0]);
  out[2] = *cuda::std::get_if<int>(&v[0]) + cuda::std::get<0>(cuda::std::make_tuple(1, 2));
  out[3] = cuda::std::visit([](auto x, auto y) { return x + y; }, v[0], v[1]);  // expect: DEV011
}
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#include <thrust/tuple.h>
#include <variant>
using Value = hipify_compat::variant<int, float, std::monostate>;
__global__ void kernel(Value *v, int *out) {
  out[0] = hipify_compat::get<int>(v[0]) + (int)v[0].index() + hipify_compat::get < ::mine >(v[1]);
  out[1] = hipify_compat::visit([](auto x) { return sizeof(x); }, v[0]) + std::holds_alternative<int>(v[0]);
  out[2] = *std::get_if<int>(&v[0]) + hipify_compat::get<0>(thrust::make_tuple(1, 2));
  out[3] = cuda::std::visit([](auto x, auto y) { return x + y; }, v[0], v[1]);  // expect: DEV011
}
