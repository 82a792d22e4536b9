#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int take(int *count) {
    cg::coalesced_group g = cg::coalesced_threads();
    int base;
    if (g.thread_rank() == 0) base = atomicAdd(count, g.size());
    return g.shfl(base, 0) + g.thread_rank();
}

template <class T>
__global__ void k(float *out, T *own, int n) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    unsigned long long first, last;
    float sum, whole;
    T any;
    whole = out[n];
    int set = n, parameter = n;
    if (tile.thread_rank() == 3) {
        last = clock64();
        sum = 1;
        any = own[0];
    }
    out[0] = tile.shfl(last, 3) + tile.shfl_down(sum, 1) + tile.shfl_xor(whole, 1) + tile.shfl(set, 0);
    out[1] = tile.shfl(any, 3) + tile.shfl(n, 0) + tile.shfl(first + 1, 0);
    {
        int inner;
        inner = n;
        out[2] = tile.shfl(inner, 0);
    }
}
// ==== output
#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int take(int *count) {
    cg::coalesced_group g = cg::coalesced_threads();
    int base = 0;
    if (g.thread_rank() == 0) base = atomicAdd(count, g.size());
    return g.shfl(base, 0) + g.thread_rank();
}

template <class T>
__global__ void k(float *out, T *own, int n) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    unsigned long long first, last = 0;
    float sum = 0, whole;
    T any{};
    whole = out[n];
    int set = n, parameter = n;
    if (tile.thread_rank() == 3) {
        last = clock64();
        sum = 1;
        any = own[0];
    }
    out[0] = tile.shfl(last, 3) + tile.shfl_down(sum, 1) + tile.shfl_xor(whole, 1) + tile.shfl(set, 0);
    out[1] = tile.shfl(any, 3) + tile.shfl(n, 0) + tile.shfl(first + 1, 0);
    {
        int inner;
        inner = n;
        out[2] = tile.shfl(inner, 0);
    }
}
