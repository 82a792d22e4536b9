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
__device__ void f() {
    a = static_cast<unsigned>(__ballot(p /* 2 */) >> (__lane_id() & 32) & (/* 1 */ m));
    b = int(static_cast<unsigned>(__ballot(/* odd */ p & 1 /* lanes */) >> (__lane_id() & 32)) != 0) /* all */;
    c = __shfl(/* 1 */ /* 2 */ /* 3 */ v /* 4 */, 1, 32 /* 5 */);
    d = __shfl_down(// all
                         v,           // mine
                         1, 32            // next
    );
    e = int(static_cast<unsigned>(__ballot(!int(// some
                   v   // mine
    )) >> (__lane_id() & 32) & (m)) == 0);
    __syncwarp() /* both */;
    g = static_cast<unsigned>(__ballot(p) >> (__lane_id() & 32) & (m)) /* CUDA's */;
    h = p ? b::c : static_cast<unsigned>(__ballot(p) >> (__lane_id() & 32) & (m));
}
#define VOTE(m, p) static_cast<unsigned>(__ballot(p /* what */) >> (__lane_id() & 32) & (/* who */ m))
