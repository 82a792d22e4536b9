__device__ void f() {
    v = __shfl_sync(mask >>= 1, v, 0);  // expect: WRP004
    v = __shfl_sync(mask <<= 1, v, 0);  // expect: WRP004
    v = __shfl_sync(mask >= 1, v, 0);
}
// ==== output
__device__ void f() {
    v = __shfl_sync(mask >>= 1, v, 0);  // expect: WRP004
    v = __shfl_sync(mask <<= 1, v, 0);  // expect: WRP004
    v = __shfl(v, 0, 32);
}
