__device__ void f() {
    int lane = threadIdx.x % warpSize;
    unsigned lanes = __ballot_sync(0xffffffff, p);
    v += __shfl_down_sync(0xffffffff, v, 1);
    int other = properties.warpSize + pointer->warpSize;
    // warpSize
}
// ==== output
#include "hipify_compat.hpp"
__device__ void f() {
    int lane = threadIdx.x % 32;
    unsigned lanes = hipify_compat::ballot_sync(0xffffffff, p);
    v += __shfl_down(v, 1, 32);
    int other = properties.warpSize + pointer->warpSize;
    // warpSize
}
