__device__ void f() {
    int lane = threadIdx.x % warpSize;
    int a = __reduce_add_sync(0xffffffff, v);
}
// ==== output
#include "hipify_compat.hpp"
__device__ void f() {
    int lane = threadIdx.x % 32;
    int a = hipify_compat::reduce_add_sync(0xffffffff, v);
}
