#include <cuda_runtime.h>
__device__ int f(unsigned m, int i, uchar4 c, const unsigned char *b, short s, Cell q) {
    if (__any_sync(m, i)) return 1;
    while (__all_sync(m, i > 3) && !__any_sync(m, i)) ++i;
    if (i && __any_sync(m, i) == 1) return 2;
    i += __match_any_sync(m, c.x) + __match_any_sync(m, b[i]) + __match_any_sync(m, s) + __match_any_sync(m, q.kind);
    return __any_sync(m, i) + __match_any_sync(m, i) + __match_any_sync(m, i + 1);
}
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
__device__ int f(unsigned m, int i, uchar4 c, const unsigned char *b, short s, Cell q) {
    if (hipify_compat::any_sync(m, i)) return 1;
    while (hipify_compat::all_sync(m, i > 3) && !hipify_compat::any_sync(m, i)) ++i;
    if (i && hipify_compat::any_sync(m, i) == 1) return 2;
    i += hipify_compat::match_any_sync(m, c.x) + hipify_compat::match_any_sync(m, b[i]) + hipify_compat::match_any_sync(m, s) + hipify_compat::match_any_sync(m, q.kind);
    return hipify_compat::any_sync(m, i) + hipify_compat::match_any_sync(m, i) + hipify_compat::match_any_sync(m, i + 1);
}
