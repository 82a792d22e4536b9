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
#include "hipify_compat.hpp"
__device__ void f() {
    bool a = hipify_compat::any_sync(0xffffffff, p);
    bool b = hipify_compat::all_sync(0xffffffff, p && q);
    unsigned c = hipify_compat::ballot_sync(0xffffffff, p > 0);
    unsigned d = hipify_compat::ballot_sync(mask, p);
    bool e = hipify_compat::any_sync(1u << n, p);
    int g = __popc(hipify_compat::ballot(p));
    unsigned h = hipify_compat::activemask();
}
