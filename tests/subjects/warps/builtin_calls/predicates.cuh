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
#include "hipify_compat.hpp"
__device__ void f() {
    a = hipify_compat::all_sync(0xffffffff, x);
    a = hipify_compat::all_sync(0xffffffff, 0.5f);
    a = hipify_compat::all_sync(0xffffffff, wide & 1ull << 40);
    a = hipify_compat::all_sync(0xffffffff, x > 0.5f);
    a = hipify_compat::all_sync(0xffffffff, ((x < y)));
    a = hipify_compat::all_sync(0xffffffff, x << 3);
    a = hipify_compat::all_sync(0xffffffff, p->x);
    a = hipify_compat::all_sync(0xffffffff, x == y & mask);
    a = hipify_compat::all_sync(0xffffffff, (x & y) != 0);
    a = hipify_compat::all_sync(0xffffffff, x && g(y));
    a = hipify_compat::all_sync(0xffffffff, x > 0 ? y : z);
    a = hipify_compat::all_sync(0xffffffff, x = y > z);
    a = hipify_compat::all_sync(0xffffffff, x <<= 2);
    a = hipify_compat::all_sync(0xffffffff, !x);
    a = hipify_compat::all_sync(0xffffffff, !s.done[i](3));
    a = hipify_compat::all_sync(0xffffffff, !x + 0.5f);
    a = hipify_compat::all_sync(0xffffffff, g<1>(x));
    a = hipify_compat::all_sync(0xffffffff, (a < b) * scale);
    a = hipify_compat::all_sync(0xffffffff, 1) + hipify_compat::all(true);
    a = hipify_compat::any_sync(0xffffffff, 0.5f);
}
