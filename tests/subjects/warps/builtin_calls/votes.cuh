__device__ void f() {
    bool a = __any_sync(0xffffffff, p);
    bool b = __all_sync(0xffffffff, p && q);
    unsigned c = __ballot_sync(0xffffffff, p > 0);
    unsigned d = __ballot_sync(mask, p);
    bool e = __any_sync(1u << n, p);
    int g = __popc(__ballot(p));
    unsigned h = __activemask();
}
// ==== output
__device__ void f() {
    bool a = int(static_cast<unsigned>(__ballot(p) >> (__lane_id() & 32)) != 0);
    bool b = int(static_cast<unsigned>(__ballot(!(p && q)) >> (__lane_id() & 32)) == 0);
    unsigned c = static_cast<unsigned>(__ballot(p > 0) >> (__lane_id() & 32));
    unsigned d = static_cast<unsigned>(__ballot(p) >> (__lane_id() & 32) & (mask));
    bool e = int(static_cast<unsigned>(__ballot(p) >> (__lane_id() & 32) & (1u << n)) != 0);
    int g = __popc(static_cast<unsigned>(__ballot(p) >> (__lane_id() & 32)));
    unsigned h = static_cast<unsigned>(__activemask() >> (__lane_id() & 32));
}
