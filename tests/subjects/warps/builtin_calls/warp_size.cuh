__device__ void f() {
    for (int offset = warpSize / 2; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffffff, v, offset);
    v = __shfl_sync(0xffffffff, v, 0, warpSize);
    bool a = __any_sync(0xffffffff, p);
    bool b = __all_sync(mask, p);
}
// ==== output
#include "hipify_compat.hpp"
__device__ void f() {
    for (int offset = 16; offset > 0; offset /= 2) v += __shfl_down(v, offset, 32);
    v = __shfl(v, 0, 32);
    bool a = hipify_compat::any_sync(0xffffffff, p);
    bool b = hipify_compat::all_sync(mask, p);
}
