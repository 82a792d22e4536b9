#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
template <typename T> __device__ void f(cudaStream_t s) {
    int a = cg::reduce(tile, odd, cg::plus<int>());
    auto b = cg::reduce(tile, v, cg::plus< __nv_bfloat16 >());
    auto c = cg::reduce(tile, v, cg::plus<typename T::type>{});
    auto d = cg::reduce(tile, v, cg::plus<const T&>());
    auto e = cg::reduce(tile, v, cg::plus<>());
}
// ==== output
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_bf16.h>
namespace cg = cooperative_groups;
template <typename T> __device__ void f(hipStream_t s) {
    int a = [](const auto& group, int value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, odd, [](auto a, auto b) { return a + b; });
    auto b = [](const auto& group, __hip_bfloat16 value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, v, [](auto a, auto b) { return a + b; });
    auto c = [](const auto& group, typename T::type value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, v, [](auto a, auto b) { return a + b; });
    auto d = [](const auto& group, auto value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, v, [](auto a, auto b) { return a + b; });
    auto e = [](const auto& group, auto value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, v, [](auto a, auto b) { return a + b; });
}
