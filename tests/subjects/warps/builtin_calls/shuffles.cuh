__device__ void f() {
    v += __shfl_down_sync(0xffffffff, v, offset);
    v += __shfl_down_sync(FULL_MASK, v, offset, 16);
    v = __shfl_sync(mask, v, 0);
    v = __shfl_xor_sync(~0u, v, 1, WIDTH);
    v = __shfl_up_sync(__activemask(), v, 1);
    v = __shfl_down(v, 1) + __shfl(v, 2, 8);
    v = __shfl_sync(-1, __shfl_sync(-1, v, 1), 0);
    v = __shfl_sync(m, g<A, B>(v), a < b ? a : b);
    v = __shfl_sync(
        0xffffffffu,
        v,  // what
        0   // from where
    );
}
#define SHUFFLE(v, d) __shfl_down_sync(0xffffffff, \
                                       v, d)
// ==== output
__device__ void f() {
    v += __shfl_down(v, offset, 32);
    v += __shfl_down(v, offset, 16);
    v = __shfl(v, 0, 32);
    v = __shfl_xor(v, 1, WIDTH);
    v = __shfl_up(v, 1, 32);
    v = __shfl_down(v, 1, 32) + __shfl(v, 2, 8);
    v = __shfl(__shfl(v, 1, 32), 0, 32);
    v = __shfl(g<A, B>(v), a < b ? a : b, 32);
    v = __shfl(
        v,  // what
        0, 32   // from where
    );
}
#define SHUFFLE(v, d) __shfl_down(v, d, 32)
