#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__device__ int f() {
    int a = cg::reduce(tile, v, cg::plus<int>());
    int b = cooperative_groups::reduce(tile, g(v, w), cg::greater<int>{});
    int c = cg::reduce(tile, v, [](int x, int y) { return x * y; });
    int d = cg::reduce(tile, cg::reduce(tile, v, combine), cg::bit_xor<unsigned>());
    return cg::reduce(tile, a < b, c > d) + 1;
}
#define SUM(tile, v) cg::reduce(tile, v, cg::plus<int>())
// ==== output
#include "hipify_compat.hpp"
#include <hip/hip_cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int f() {
    int a = cg::reduce(tile, v, cg::plus<int>());
    int b = cooperative_groups::reduce(tile, g(v, w), cg::greater<int>{});
    int c = cg::reduce(tile, v, [](int x, int y) { return x * y; });
    int d = cg::reduce(tile, cg::reduce(tile, v, combine), cg::bit_xor<unsigned>());
    return cg::reduce(tile, a < b, c > d) + 1;
}
#define SUM(tile, v) cg::reduce(tile, v, cg::plus<int>())
