#define NEXT next(o)
__device__ void f() {
    v = __shfl_sync(atomicOr(o, 1u), v, 3);  // expect: WRP004
    v = __shfl_sync(NEXT, v, 3);  // expect: WRP004
    v = __shfl_sync((next)(o), v, 3);  // expect: WRP004
    v = __shfl_sync(masks[next()], v, 3);  // expect: WRP004
    v = __shfl_sync(table[i](o), v, 3);  // expect: WRP004
    __syncwarp(next(o));  // expect: WRP004
    v = __shfl_sync((unsigned)(mask) | (1 << n), v, 3);
    v = __shfl_sync(static_cast<unsigned>(mask & ~(1u << __ffs(mask))), v, 3);
    v = __shfl_sync(__ballot_sync(0xffffffff, p), v, 3);
    __syncwarp(__activemask() & uint32_t(-1));
    a = __ballot_sync(next(o), p);
    a = __any_sync(m++, p);
    v = __shfl_sync((lanes_t)(mask), v, 3);
    a = __reduce_add_sync(next(o), v);
}
// ==== output
#include "hipify_compat.hpp"
#define NEXT next(o)
__device__ void f() {
    v = __shfl_sync(atomicOr(o, 1u), v, 3);  // expect: WRP004
    v = __shfl_sync(NEXT, v, 3);  // expect: WRP004
    v = __shfl_sync((next)(o), v, 3);  // expect: WRP004
    v = __shfl_sync(masks[next()], v, 3);  // expect: WRP004
    v = __shfl_sync(table[i](o), v, 3);  // expect: WRP004
    __syncwarp(next(o));  // expect: WRP004
    v = __shfl(v, 3, 32);
    v = __shfl(v, 3, 32);
    v = __shfl(v, 3, 32);
    __syncwarp();
    a = hipify_compat::ballot_sync(next(o), p);
    a = hipify_compat::any_sync(m++, p);
    v = __shfl(v, 3, 32);
    a = hipify_compat::reduce_add_sync(next(o), v);
}
