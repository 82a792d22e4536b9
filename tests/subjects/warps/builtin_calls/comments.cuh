#include <cuda_runtime.h>
__device__ void f() {
    a = __ballot_sync(/* 1 */ m, p /* 2 */);
    b = __any_sync(/* all */ 0xffffffff, /* odd */ p & 1 /* lanes */);
    c = __shfl_sync(/* 1 */ m /* 2 */, /* 3 */ v /* 4 */, 1 /* 5 */);
    d = __shfl_down_sync(0xffffffff,  // all
                         v,           // mine
                         1            // next
    );
    e = __all_sync(m,  // some
                   v   // mine
    );
    __syncwarp(/* both */ m);
    g = :: /* CUDA's */ __ballot_sync(m, p);
    h = p ? b::c : __ballot_sync(m, p);
}
#define VOTE(m, p) __ballot_sync(/* who */ m, \
                                 p /* what */)
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
__device__ void f() {
    a = hipify_compat::ballot_sync(/* 1 */ m, p /* 2 */);
    b = hipify_compat::any_sync(/* all */ 0xffffffff, /* odd */ p & 1 /* lanes */);
    c = __shfl(/* 1 */ /* 2 */ /* 3 */ v /* 4 */, 1, 32 /* 5 */);
    d = __shfl_down(
                         // all
                         v,           // mine
                         1, 32            // next
    );
    e = hipify_compat::all_sync(m,  // some
                   v   // mine
    );
    __syncwarp() /* both */;
    g = hipify_compat::ballot_sync /* CUDA's */(m, p);
    h = p ? b::c : hipify_compat::ballot_sync(m, p);
}
#define VOTE(m, p) hipify_compat::ballot_sync(/* who */ m, \
                                 p /* what */)
