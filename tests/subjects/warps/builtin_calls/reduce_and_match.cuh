__device__ void f() {
    int a = __reduce_add_sync(0xffffffff, v);
    unsigned b = __reduce_max_sync(mask, g(v, w));
    unsigned c = __match_any_sync(0xffffffff, v);
    unsigned d = __match_all_sync(mask, v, &same);
}
// ==== output
__device__ void f() {
    int a = __reduce_add_sync(__activemask() & (0xffffffffull << (__lane_id() & 32)), v);
    unsigned b = __reduce_max_sync(static_cast<unsigned long long>(mask) << (__lane_id() & 32), g(v, w));
    unsigned c = static_cast<unsigned>(__match_any_sync(__activemask(), v) >> (__lane_id() & 32));
    unsigned d = static_cast<unsigned>(__match_all_sync(static_cast<unsigned long long>(mask) << (__lane_id() & 32), v, &same) >> (__lane_id() & 32));
}
