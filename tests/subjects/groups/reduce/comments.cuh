// flags: --rocm 6.4
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ void f() {
    a = /* 1 */ cg /* 2 */ :: /* 3 */ reduce /* 4 */ ( /* 5 */ tile /* 6 */, /* 7 */ v /* 8 */, /* 9 */ combine /* 10 */);
    b = cg::reduce(/* the group */ tile, v, /* the sum */ cg::plus<int>() /* done */);
    c = cg::reduce(tile,  // the group
                   v,     // the value
                   cg::plus<int>()  // the sum
    );
}
// ==== output
#include <hip/hip_cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ void f() {
    a = /* 1 */ [](const auto& group, auto value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(/* 5 */ tile /* 6 */, /* 7 */ v /* 8 */, /* 9 */ combine /* 10 */) /* 2 */ /* 3 */ /* 4 */;
    b = [](const auto& group, int value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(/* the group */ tile, v, [](auto a, auto b) { return a + b; }) /* the sum */ /* done */;
    c = [](const auto& group, int value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, // the group
                   v, [](auto a, auto b) { return a + b; }) // the value
// the sum
;
}
