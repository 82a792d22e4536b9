// flags: --rocm 6.4
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
struct S {
    int bits : cg::reduce(tile, a, combine);
    S() : Base(cg::reduce(tile, a, combine)) {}
    public:int f() { return cg::reduce(tile, a, combine); }
};
__device__ void f() {
    *o = p ? keep : cg::reduce(tile, a, combine);
    *o = p ? b::c : cg::reduce(tile, a, combine);
    *o = p ? ::cg::reduce(tile, a, combine) : cg :: reduce(tile, a, combine);
    switch (n) {
    case 1:cg::reduce(tile, a, combine);
    case b::d: ::cg::reduce(tile, a, combine);
    }
again:cg::reduce(tile, a, combine);
    mine::cg::reduce(tile, a, combine);
}
// ==== output
#include <hip/hip_cooperative_groups.h>
namespace cg = cooperative_groups;
struct S {
    int bits : [](const auto& group, auto value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, a, combine);
    S() : Base([](const auto& group, auto value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, a, combine)) {}
    public:int f() { return [](const auto& group, auto value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, a, combine); }
};
__device__ void f() {
    *o = p ? keep : [](const auto& group, auto value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, a, combine);
    *o = p ? b::c : [](const auto& group, auto value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, a, combine);
    *o = p ? [](const auto& group, auto value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, a, combine) : [](const auto& group, auto value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, a, combine);
    switch (n) {
    case 1:[](const auto& group, auto value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, a, combine);
    case b::d: [](const auto& group, auto value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, a, combine);
    }
again:[](const auto& group, auto value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, a, combine);
    mine::cg::reduce(tile, a, combine);
}
