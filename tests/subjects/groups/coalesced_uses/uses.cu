#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ unsigned before(bool p) {
    auto g = cg::coalesced_threads();
    unsigned b = g.ballot(p);                          // expect: CGP016
    return __popc(b & ((1u << g.thread_rank()) - 1));  // expect: CGP016
}
__device__ int leader(int v) {
    cg::coalesced_group g = cg::coalesced_threads();
    int m = g.match_any(v);  // expect: CGP016
    return g.shfl(v, __ffs(m) - 1);
}
__device__ float sum(float v) {
    const auto g = cg::coalesced_threads();
    __shared__ float s[32];                                        // expect: WRP019
    s[g.thread_rank()] = v;                                        // expect: CGP016
    if (g.size() != 32) return s[0];                               // expect: CGP016
    for (int o = 16; o > 0; o >>= 1)                               // expect: WRP008
        v += g.shfl_down(v, o);                                    // expect: CGP016
    return v;
}
__device__ int append(int *n) {
    auto g = cg::coalesced_threads();
    int old;
    if (g.thread_rank() == 0) old = atomicAdd(n, g.size());
    return g.shfl(old, 0) + g.thread_rank();
}
__device__ float by_rank(float v, unsigned mask) {
    auto g = cg::coalesced_threads();
    int rank = g.thread_rank();
    __shared__ float s[2][32], wide[64];
    s[0][rank] = v;  // expect: CGP016
    wide[rank] = v;
    if (rank != 0) wide[threadIdx.x / 32] = v;
    if (0 == rank) s[1][threadIdx.x / 32] += v;  // expect: CGP016
    unsigned long long all = g.ballot(v > 0);
    if (!g.ballot(v < 0) || g.size() == 1) return all;
    return mask & ((1u << rank) - 1);  // expect: CGP016
}
// ==== output
#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ unsigned before(bool p) {
    auto g = cg::coalesced_threads();
    unsigned b = g.ballot(p);                          // expect: CGP016
    return __popc(b & ((1u << g.thread_rank()) - 1));  // expect: CGP016
}
__device__ int leader(int v) {
    cg::coalesced_group g = cg::coalesced_threads();
    int m = g.match_any(v);  // expect: CGP016
    return g.shfl(v, __ffs(m) - 1);
}
__device__ float sum(float v) {
    const auto g = cg::coalesced_threads();
    __shared__ float s[32];                                        // expect: WRP019
    s[g.thread_rank()] = v;                                        // expect: CGP016
    if (g.size() != 32) return s[0];                               // expect: CGP016
    for (int o = 16; o > 0; o >>= 1)                               // expect: WRP008
        v += g.shfl_down(v, o);                                    // expect: CGP016
    return v;
}
__device__ int append(int *n) {
    auto g = cg::coalesced_threads();
    int old = 0;
    if (g.thread_rank() == 0) old = atomicAdd(n, g.size());
    return g.shfl(old, 0) + g.thread_rank();
}
__device__ float by_rank(float v, unsigned mask) {
    auto g = cg::coalesced_threads();
    int rank = g.thread_rank();
    __shared__ float s[2][32], wide[64];
    s[0][rank] = v;  // expect: CGP016
    wide[rank] = v;
    if (rank != 0) wide[threadIdx.x / 32] = v;
    if (0 == rank) s[1][threadIdx.x / 32] += v;  // expect: CGP016
    unsigned long long all = g.ballot(v > 0);
    if (!g.ballot(v < 0) || g.size() == 1) return all;
    return mask & ((1u << rank) - 1);  // expect: CGP016
}
