__device__ void f() {
    for (int offset = warpSize / 2; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffffff, v, offset);
    v = __shfl_sync(0xffffffff, v, 0, warpSize);
    bool a = __any_sync(0xffffffff, p);
    bool b = __all_sync(mask, p);
}
// ==== output
__device__ void f() {
    for (int offset = 32 / 2; offset > 0; offset /= 2) v += __shfl_down(v, offset, 32);
    v = __shfl(v, 0, 32);
    bool a = int(static_cast<unsigned>(__ballot(p) >> (__lane_id() & 32)) != 0);
    bool b = int(static_cast<unsigned>(__ballot(!int(p)) >> (__lane_id() & 32) & (mask)) == 0);
}
