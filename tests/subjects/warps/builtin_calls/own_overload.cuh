__device__ Pair __shfl_down_sync(unsigned mask, Pair v, int d) {
    return {v.first, v.second};
}
__device__ void f() { pair = __shfl_down_sync(0xffffffff, pair, 1); }  // expect: WRP004
