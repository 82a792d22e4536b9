__device__ void f() {
    int lane = threadIdx.x % warpSize;
    int a = __reduce_add_sync(0xffffffff, v);
}
// ==== output
__device__ void f() {
    int lane = threadIdx.x % 32;
    int a = __reduce_add_sync(__activemask() & (0xffffffffull << (__lane_id() & 32)), v);
}
