__global__ void k(unsigned *o, unsigned m) {
    o[0] = __reduce_or_sync(0xffffffff, o[1] + 1) & __reduce_and_sync(0xffffffff, o[2]);
    o[1] = __reduce_xor_sync(m, o[2]);
    o[2] = __reduce_add_sync(0xffffffff, o[3]);
}
// ==== output
#include "hipify_compat.hpp"
__global__ void k(unsigned *o, unsigned m) {
    o[0] = hipify_compat::reduce_or_sync(0xffffffff, o[1] + 1) & hipify_compat::reduce_and_sync(0xffffffff, o[2]);
    o[1] = hipify_compat::reduce_xor_sync(m, o[2]);
    o[2] = hipify_compat::reduce_add_sync(0xffffffff, o[3]);
}
