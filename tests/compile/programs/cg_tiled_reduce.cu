// Cooperative groups: thread_block, static tiles, reduce(), inclusive scan by
// hand on a tile, coalesced_threads aggregated counting.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace cg = cooperative_groups;

template <int TILE>
__global__ void tileSums(const int *in, int *out, int n)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<TILE> tile = cg::tiled_partition<TILE>(block);
    int i = block.group_index().x * block.group_dim().x + block.thread_rank();
    int v = i < n ? in[i] : 0;
    int s = cg::reduce(tile, v, cg::plus<int>());
    if (tile.thread_rank() == 0 && i < n) out[i / TILE] = s;
}

__global__ void blockMinMax(const float *in, float *mn, float *mx, int n)
{
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    __shared__ float smn[32], smx[32];
    float lo = 1e30f, hi = -1e30f;
    for (int i = block.thread_rank(); i < n; i += block.size()) {
        lo = fminf(lo, in[i]);
        hi = fmaxf(hi, in[i]);
    }
    lo = cg::reduce(warp, lo, cg::less<float>{});
    hi = cg::reduce(warp, hi, [](float a, float b) { return a > b ? a : b; });
    if (warp.thread_rank() == 0) {
        smn[warp.meta_group_rank()] = lo;
        smx[warp.meta_group_rank()] = hi;
    }
    block.sync();
    if (warp.meta_group_rank() == 0) {
        bool have = warp.thread_rank() < warp.meta_group_size();
        lo = have ? smn[warp.thread_rank()] : 1e30f;
        hi = have ? smx[warp.thread_rank()] : -1e30f;
        for (int d = warp.size() / 2; d > 0; d /= 2) {
            lo = fminf(lo, warp.shfl_down(lo, d));
            hi = fmaxf(hi, warp.shfl_xor(hi, d));
        }
        if (warp.thread_rank() == 0) { *mn = lo; *mx = hi; }
    }
}

__device__ int aggregatedInc(int *p)
{
    cg::coalesced_group g = cg::coalesced_threads();
    int base;
    if (g.thread_rank() == 0) base = atomicAdd(p, g.size());
    return g.shfl(base, 0) + g.thread_rank();
}

__global__ void odds(const int *in, int n, int *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (in[i] & 1)) out[aggregatedInc(count)] = in[i];
}

template <class Group>
__device__ int scanTile(const Group &g, int v)
{
    for (unsigned d = 1; d < g.size(); d <<= 1) {
        int t = g.shfl_up(v, d);
        if (g.thread_rank() >= d) v += t;
    }
    return v;
}

__global__ void scan16(const int *in, int *out, int *votes)
{
    auto t = cg::tiled_partition<16>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = scanTile(t, in[i]);
    unsigned b = t.ballot(in[i] > 3);
    if (t.thread_rank() == 0) atomicAdd(votes, __popc(b));
    if (t.any(in[i] < 0) || !t.all(in[i] >= 0)) out[i] = -1;
    t.sync();
}

int main()
{
    const int n = 1 << 14;
    std::vector<int> h(n), s(n), sc(n);
    std::vector<float> f(n);
    int nodd = 0, nvote = 0;
    for (int i = 0; i < n; i++) { h[i] = (i * 7) % 10; f[i] = (float)((i * 31) % 4001) - 50.f; nodd += h[i] & 1; nvote += h[i] > 3; }
    int *d, *o, *cnt;
    float *df, *mm, hm[2];
    cudaMalloc(&d, n * sizeof(int));
    cudaMalloc(&o, n * sizeof(int));
    cudaMalloc(&cnt, 2 * sizeof(int));
    cudaMalloc(&df, n * sizeof(float));
    cudaMalloc(&mm, 2 * sizeof(float));
    cudaMemset(cnt, 0, 2 * sizeof(int));
    cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(df, f.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    int bad = 0;
    tileSums<8><<<n / 128, 128>>>(d, o, n);
    cudaMemcpy(s.data(), o, n / 8 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n / 8; i++) { int r = 0; for (int k = 0; k < 8; k++) r += h[8 * i + k]; bad += r != s[i]; }
    tileSums<32><<<n / 128, 128>>>(d, o, n);
    blockMinMax<<<1, 512>>>(df, mm, mm + 1, n);
    scan16<<<n / 64, 64>>>(d, o, cnt + 1);
    cudaMemcpy(sc.data(), o, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0, r = 0; i < n; i++) { r = i % 16 ? r + h[i] : h[i]; bad += r != sc[i]; }
    odds<<<n / 256, 256>>>(d, n, o, cnt);
    int hc[2];
    cudaMemcpy(hc, cnt, sizeof(hc), cudaMemcpyDeviceToHost);
    cudaMemcpy(hm, mm, sizeof(hm), cudaMemcpyDeviceToHost);
    bad += hc[0] != nodd || hc[1] != nvote || hm[0] != -50.f || hm[1] != 3950.f;
    printf("%s\n", bad ? "FAIL" : "PASS");
    cudaFree(d); cudaFree(o); cudaFree(cnt); cudaFree(df); cudaFree(mm);
    return bad;
}
