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
__device__ int f(unsigned m, int i, uchar4 c, const unsigned char *b, short s, Cell q) {
    if (static_cast<unsigned>(__ballot(i) >> (__lane_id() & 32) & (m)) != 0) return 1;
    while ((static_cast<unsigned>(__ballot(!(i > 3)) >> (__lane_id() & 32) & (m)) == 0) && !(static_cast<unsigned>(__ballot(i) >> (__lane_id() & 32) & (m)) != 0)) ++i;
    if (i && int(static_cast<unsigned>(__ballot(i) >> (__lane_id() & 32) & (m)) != 0) == 1) return 2;
    i += static_cast<unsigned>(__match_any_sync(__activemask(), +c.x) >> (__lane_id() & 32) & (m)) + static_cast<unsigned>(__match_any_sync(__activemask(), +b[i]) >> (__lane_id() & 32) & (m)) + static_cast<unsigned>(__match_any_sync(__activemask(), +s) >> (__lane_id() & 32) & (m)) + static_cast<unsigned>(__match_any_sync(__activemask(), +q.kind) >> (__lane_id() & 32) & (m));
    return int(static_cast<unsigned>(__ballot(i) >> (__lane_id() & 32) & (m)) != 0) + static_cast<unsigned>(__match_any_sync(__activemask(), i) >> (__lane_id() & 32) & (m)) + static_cast<unsigned>(__match_any_sync(__activemask(), i + 1) >> (__lane_id() & 32) & (m));
}
