__device__ void f() {
    int lane = threadIdx.x % warpSize;
    unsigned lanes = __ballot_sync(0xffffffff, p);
    v += __shfl_down_sync(0xffffffff, v, 1);
    int other = properties.warpSize + pointer->warpSize;
    // warpSize
}
// ==== output
__device__ void f() {
    int lane = threadIdx.x % 32;
    unsigned lanes = static_cast<unsigned>(__ballot(p) >> (__lane_id() & 32));
    v += __shfl_down(v, 1, 32);
    int other = properties.warpSize + pointer->warpSize;
    // warpSize
}
