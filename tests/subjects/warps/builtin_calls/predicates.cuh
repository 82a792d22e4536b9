__device__ void f() {
    a = __all_sync(0xffffffff, x);
    a = __all_sync(0xffffffff, 0.5f);
    a = __all_sync(0xffffffff, wide & 1ull << 40);
    a = __all_sync(0xffffffff, x > 0.5f);
    a = __all_sync(0xffffffff, ((x < y)));
    a = __all_sync(0xffffffff, x << 3);
    a = __all_sync(0xffffffff, p->x);
    a = __all_sync(0xffffffff, x == y & mask);
    a = __all_sync(0xffffffff, (x & y) != 0);
    a = __all_sync(0xffffffff, x && g(y));
    a = __all_sync(0xffffffff, x > 0 ? y : z);
    a = __all_sync(0xffffffff, x = y > z);
    a = __all_sync(0xffffffff, x <<= 2);
    a = __all_sync(0xffffffff, !x);
    a = __all_sync(0xffffffff, !s.done[i](3));
    a = __all_sync(0xffffffff, !x + 0.5f);
    a = __all_sync(0xffffffff, g<1>(x));
    a = __all_sync(0xffffffff, (a < b) * scale);
    a = __all_sync(0xffffffff, 1) + __all(true);
    a = __any_sync(0xffffffff, 0.5f);
}
// ==== output
__device__ void f() {
    a = int(static_cast<unsigned>(__ballot(!int(x)) >> (__lane_id() & 32)) == 0);
    a = int(static_cast<unsigned>(__ballot(!int(0.5f)) >> (__lane_id() & 32)) == 0);
    a = int(static_cast<unsigned>(__ballot(!int(wide & 1ull << 40)) >> (__lane_id() & 32)) == 0);
    a = int(static_cast<unsigned>(__ballot(!(x > 0.5f)) >> (__lane_id() & 32)) == 0);
    a = int(static_cast<unsigned>(__ballot(!(((x < y)))) >> (__lane_id() & 32)) == 0);
    a = int(static_cast<unsigned>(__ballot(!int(x << 3)) >> (__lane_id() & 32)) == 0);
    a = int(static_cast<unsigned>(__ballot(!int(p->x)) >> (__lane_id() & 32)) == 0);
    a = int(static_cast<unsigned>(__ballot(!int(x == y & mask)) >> (__lane_id() & 32)) == 0);
    a = int(static_cast<unsigned>(__ballot(!((x & y) != 0)) >> (__lane_id() & 32)) == 0);
    a = int(static_cast<unsigned>(__ballot(!(x && g(y))) >> (__lane_id() & 32)) == 0);
    a = int(static_cast<unsigned>(__ballot(!int(x > 0 ? y : z)) >> (__lane_id() & 32)) == 0);
    a = int(static_cast<unsigned>(__ballot(!int(x = y > z)) >> (__lane_id() & 32)) == 0);
    a = int(static_cast<unsigned>(__ballot(!int(x <<= 2)) >> (__lane_id() & 32)) == 0);
    a = int(static_cast<unsigned>(__ballot(!(!x)) >> (__lane_id() & 32)) == 0);
    a = int(static_cast<unsigned>(__ballot(!(!s.done[i](3))) >> (__lane_id() & 32)) == 0);
    a = int(static_cast<unsigned>(__ballot(!int(!x + 0.5f)) >> (__lane_id() & 32)) == 0);
    a = int(static_cast<unsigned>(__ballot(!int(g<1>(x))) >> (__lane_id() & 32)) == 0);
    a = int(static_cast<unsigned>(__ballot(!int((a < b) * scale)) >> (__lane_id() & 32)) == 0);
    a = int(static_cast<unsigned>(__ballot(!(1)) >> (__lane_id() & 32)) == 0) + int(static_cast<unsigned>(__ballot(!(true)) >> (__lane_id() & 32)) == 0);
    a = int(static_cast<unsigned>(__ballot(0.5f) >> (__lane_id() & 32)) != 0);
}
