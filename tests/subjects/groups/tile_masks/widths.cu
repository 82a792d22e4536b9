#include <cooperative_groups.h>
namespace cg = cooperative_groups;
using Tile = cg::thread_block_tile<32>;

__device__ void shown(Tile t, bool p, bool q, int v, int key, int n, unsigned mask) {
    auto m = t.ballot(p);
    const auto others = ~t.match_any(key);
    auto last = cg::tiled_partition<16>(cg::this_thread_block()).match_all(key, v);
    unsigned long long pair = (unsigned long long)t.ballot(p) << 32 | ~t.ballot(q);
    unsigned listed[] = {t.ballot(p), mask}, one{t.ballot(q)};
    int idle = __popcll(~t.ballot(p)) + __ffs(t.ballot(p)) + __ffs(~ /* not */ t.ballot(p));
    if (~t.ballot(p) == 0 || !~t.ballot(p) || ~t.ballot(p) || t.ballot(p) == -1) return;
    if (t.ballot(p) << 31 == 0 || t.ballot(p) + 1 == 0 || (~t.match_any(key)) >> 1 || t.ballot(p) == n) return;
    bool any = ~t.ballot(p);
    double d = -t.ballot(p);
    long difference = t.ballot(p) - 1L;
    mask = max(t.ballot(p), mask) + t.shfl(t.ballot(p), 0);
    auto f = [&] { return t.ballot(p); };
}
__device__ auto returned(Tile t, bool p) { return t.ballot(p); }
__device__ unsigned long long widened(Tile t, bool p) { return ~t.ballot(p); }
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#include <hip/hip_cooperative_groups.h>
namespace cg = cooperative_groups;
using Tile = cg::thread_block_tile<32>;

__device__ void shown(Tile t, bool p, bool q, int v, int key, int n, unsigned mask) {
    auto m = static_cast<unsigned>(t.ballot(p));
    const auto others = ~static_cast<unsigned>(t.match_any(key));
    auto last = cg::tiled_partition<16>(cg::this_thread_block()).match_all(key, v);
    unsigned long long pair = (unsigned long long)t.ballot(p) << 32 | ~static_cast<unsigned>(t.ballot(q));
    unsigned listed[] = {static_cast<unsigned>(t.ballot(p)), mask}, one{static_cast<unsigned>(t.ballot(q))};
    int idle = __popcll(~static_cast<unsigned>(t.ballot(p))) + __ffs(static_cast<unsigned>(t.ballot(p))) + __ffs(~ /* not */ static_cast<unsigned>(t.ballot(p)));
    if (~static_cast<unsigned>(t.ballot(p)) == 0 || !~static_cast<unsigned>(t.ballot(p)) || ~static_cast<unsigned>(t.ballot(p)) || static_cast<unsigned>(t.ballot(p)) == -1) return;
    if (static_cast<unsigned>(t.ballot(p)) << 31 == 0 || static_cast<unsigned>(t.ballot(p)) + 1 == 0 || (~static_cast<unsigned>(t.match_any(key))) >> 1 || static_cast<unsigned>(t.ballot(p)) == n) return;
    bool any = ~static_cast<unsigned>(t.ballot(p));
    double d = -static_cast<unsigned>(t.ballot(p));
    long difference = static_cast<unsigned>(t.ballot(p)) - 1L;
    mask = max(static_cast<unsigned>(t.ballot(p)), mask) + t.shfl(static_cast<unsigned>(t.ballot(p)), 0);
    auto f = [&] { return static_cast<unsigned>(t.ballot(p)); };
}
__device__ auto returned(Tile t, bool p) { return static_cast<unsigned>(t.ballot(p)); }
__device__ unsigned long long widened(Tile t, bool p) { return ~static_cast<unsigned>(t.ballot(p)); }
