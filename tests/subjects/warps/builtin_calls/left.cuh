const unsigned long long wide = 0xffffffffffffffffull;
__device__ void f() {
    v = __shfl_sync(0xffffffffffffffffull, v, 0);
    v = __shfl_sync(~0ull, v, 0) + __shfl_xor_sync(wide, v, 1);
    w = __ballot_sync(0xffffffffffffffffull, p) & __ballot64(p);
    v = __shfl_sync(m++, v, 0);  // expect: WRP004
    v = __shfl_sync(m = 3, v, 0);  // expect: WRP004
    v = __shfl_sync(args...);
    auto pointer = __shfl_sync;  // expect: WRP004
    // __shfl_sync(0xffffffff, v, 0)
    const char *text = "__shfl_sync(0xffffffff, v, 0)";
    v = my__shfl_sync(m, v, 0);
}
// ==== output
#include "hipify_compat.hpp"
const unsigned long long wide = 0xffffffffffffffffull;
__device__ void f() {
    v = __shfl_sync(0xffffffffffffffffull, v, 0);
    v = __shfl_sync(~0ull, v, 0) + __shfl_xor_sync(wide, v, 1);
    w = __ballot_sync(0xffffffffffffffffull, p) & __ballot64(p);
    v = __shfl_sync(m++, v, 0);  // expect: WRP004
    v = __shfl_sync(m = 3, v, 0);  // expect: WRP004
    v = hipify_compat::shfl_sync(args...);
    auto pointer = __shfl_sync;  // expect: WRP004
    // __shfl_sync(0xffffffff, v, 0)
    const char *text = "__shfl_sync(0xffffffff, v, 0)";
    v = my__shfl_sync(m, v, 0);
}
