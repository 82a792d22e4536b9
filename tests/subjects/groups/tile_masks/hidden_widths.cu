#include <cooperative_groups.h>
namespace cg = cooperative_groups;
using Tile = cg::thread_block_tile<32>;

__device__ unsigned hidden(Tile t, bool p, int key, int v, unsigned mask, unsigned long long wide) {
    unsigned m = t.ballot(p), others = ~t.ballot(p) << 1;
    int lanes = t.match_any(key) - 1;
    mask |= ~t.ballot(p);
    wide = t.ballot(p);
    wide += t.ballot(p) & mask;
    unsigned rest = (unsigned)~t.ballot(p) + static_cast<unsigned>(t.ballot(p));
    if (t.ballot(p) == 0 || t.ballot(p) == 0xffffffff || t.ballot(p) != 1 || t.ballot(p)) return 0;
    if (!t.match_all(key, v) || (t.ballot(p) >> t.thread_rank()) & 1 || (~t.ballot(p) & mask) == 0) return 1;
    lanes += __popc(~t.ballot(p)) + __popc(t.ballot(p) & 0xff) + __clz(t.ballot(p)) + __popcll(t.ballot(p));
    return ~t.ballot(p);
}

template <class G> __device__ int unknown(G g, bool p) {
    unsigned m = g.ballot(p);
    auto wide = g.ballot(p);  // expect: CGP018
    return __popcll(~g.ballot(p)) + m;  // expect: CGP018
}

struct Box { __device__ unsigned ballot(bool); };
__device__ auto own(Box t, bool p) { return ~t.ballot(p); }
// ==== output
#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>
namespace cg = cooperative_groups;
using Tile = cg::thread_block_tile<32>;

__device__ unsigned hidden(Tile t, bool p, int key, int v, unsigned mask, unsigned long long wide) {
    unsigned m = t.ballot(p), others = ~t.ballot(p) << 1;
    int lanes = t.match_any(key) - 1;
    mask |= ~t.ballot(p);
    wide = t.ballot(p);
    wide += t.ballot(p) & mask;
    unsigned rest = (unsigned)~t.ballot(p) + static_cast<unsigned>(t.ballot(p));
    if (t.ballot(p) == 0 || t.ballot(p) == 0xffffffff || t.ballot(p) != 1 || t.ballot(p)) return 0;
    if (!t.match_all(key, v) || (t.ballot(p) >> t.thread_rank()) & 1 || (~t.ballot(p) & mask) == 0) return 1;
    lanes += __popc(~t.ballot(p)) + __popc(t.ballot(p) & 0xff) + __clz(t.ballot(p)) + __popcll(t.ballot(p));
    return ~t.ballot(p);
}

template <class G> __device__ int unknown(G g, bool p) {
    unsigned m = g.ballot(p);
    auto wide = g.ballot(p);  // expect: CGP018
    return __popcll(~g.ballot(p)) + m;  // expect: CGP018
}

struct Box { __device__ unsigned ballot(bool); };
__device__ auto own(Box t, bool p) { return ~t.ballot(p); }
