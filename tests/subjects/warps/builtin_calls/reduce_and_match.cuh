__device__ void f() {
    int a = __reduce_add_sync(0xffffffff, v);
    unsigned b = __reduce_max_sync(mask, g(v, w));
    unsigned c = __match_any_sync(0xffffffff, v);
    unsigned d = __match_all_sync(mask, v, &same);
}
// ==== output
#include "hipify_compat.hpp"
__device__ void f() {
    int a = hipify_compat::reduce_add_sync(0xffffffff, v);
    unsigned b = hipify_compat::reduce_max_sync(mask, g(v, w));
    unsigned c = hipify_compat::match_any_sync(0xffffffff, v);
    unsigned d = hipify_compat::match_all_sync(mask, v, &same);
}
