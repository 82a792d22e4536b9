// flags: --rocm 6.4
namespace cg = cooperative_groups;
__device__ void f() {
    cg::coalesced_group active = cg::coalesced_threads();
    int a = cg::reduce(active, v, cg::less<int>());  // expect: CGP001
}
// ==== output
#include "hipify_compat.hpp"
namespace cg = cooperative_groups;
__device__ void f() {
    cg::coalesced_group active = cg::coalesced_threads();
    int a = cg::reduce(active, v, cg::less<int>());  // expect: CGP001
}
