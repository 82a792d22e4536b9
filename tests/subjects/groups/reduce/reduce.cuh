#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__device__ int f() {
    int a = cg::reduce(tile, v, cg::plus<int>());
    int b = cooperative_groups::reduce(tile, g(v, w), cg::greater<int>{});
    int c = cg::reduce(tile, v, [](int x, int y) { return x * y; });
    int d = cg::reduce(tile, cg::reduce(tile, v, combine), cg::bit_xor<unsigned>());
    return cg::reduce(tile, a < b, c > d) + __finitef(p);
}
#define SUM(tile, v) cg::reduce(tile, v, cg::plus<int>())
// ==== output
#include <hip/hip_cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int f() {
    int a = [](const auto& group, int value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, v, [](auto a, auto b) { return a + b; });
    int b = [](const auto& group, int value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, g(v, w), [](auto a, auto b) { return a < b ? b : a; });
    int c = [](const auto& group, auto value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, v, [](int x, int y) { return x * y; });
    int d = [](const auto& group, unsigned value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, [](const auto& group, auto value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, v, combine), [](auto a, auto b) { return a ^ b; });
    return [](const auto& group, auto value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, a < b, c > d) + (isfinite(p) ? 1 : 0);
}
#define SUM(tile, v) [](const auto& group, int value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, v, [](auto a, auto b) { return a + b; })
