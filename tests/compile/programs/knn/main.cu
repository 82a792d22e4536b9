// Exact k nearest neighbours, one warp per query.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <chrono>
#include "topk.cuh"

#define CHK(x) if ((x) != cudaSuccess) { printf("error at %d\n", __LINE__); return 1; }

template <int K, int DIM>
__global__ void search(const float *__restrict__ base, int nb, const float *__restrict__ query, int nq, int *idx, float *dist)
{
    __shared__ float q[4][DIM];
    const int w = threadIdx.x / 32, lane = threadIdx.x % 32, id = blockIdx.x * 4 + w;
    if (id < nq)
        for (int d = lane; d < DIM; d += 32) q[w][d] = query[(size_t)id * DIM + d];
    __syncwarp();
    if (id >= nq) return;
    knn::TopK<K> best;
    for (int i = lane; i < nb; i += 32) {
        float s = 0;
#pragma unroll
        for (int d = 0; d < DIM; d += 4) {
            const float4 b = *reinterpret_cast<const float4 *>(base + (size_t)i * DIM + d);
            float x = b.x - q[w][d], y = b.y - q[w][d + 1], z = b.z - q[w][d + 2], u = b.w - q[w][d + 3];
            s += x * x + y * y + z * z + u * u;
        }
        best.push({s, i});
    }
    knn::warpMerge<K>(best, __activemask());
    if (lane == 0)
        for (int k = 0; k < K; k++) { idx[id * K + k] = best.e[k].val; dist[id * K + k] = sqrtf(best.e[k].key); }
}

int main(int argc, char **argv)
{
    constexpr int K = 5, DIM = 16;
    const int nb = argc > 1 ? atoi(argv[1]) : 4000, nq = 333;
    std::vector<float> base(nb * DIM), query(nq * DIM), dist(nq * K);
    std::vector<int> idx(nq * K);
    for (size_t i = 0; i < base.size(); i++) base[i] = (float)((i * 2654435761u >> 12) & 63);
    for (size_t i = 0; i < query.size(); i++) query[i] = (float)((i * 40503u >> 3) & 63);
    float *db, *dq, *dd;
    int *di;
    CHK(cudaMalloc(&db, base.size() * sizeof(float)));
    CHK(cudaMalloc(&dq, query.size() * sizeof(float)));
    CHK(cudaMalloc(&dd, dist.size() * sizeof(float)));
    CHK(cudaMalloc(&di, idx.size() * sizeof(int)));
    CHK(cudaMemcpy(db, base.data(), base.size() * sizeof(float), cudaMemcpyHostToDevice));
    CHK(cudaMemcpy(dq, query.data(), query.size() * sizeof(float), cudaMemcpyHostToDevice));
    auto t0 = std::chrono::steady_clock::now();
    search<K, DIM><<<(nq + 3) / 4, 128>>>(db, nb, dq, nq, di, dd);
    CHK(cudaDeviceSynchronize());
    auto t1 = std::chrono::steady_clock::now();
    CHK(cudaMemcpy(idx.data(), di, idx.size() * sizeof(int), cudaMemcpyDeviceToHost));
    int bad = 0;
    for (int q = 0; q < nq; q++) {
        std::vector<knn::Entry<float, int>> all(nb);
        for (int i = 0; i < nb; i++) {
            float s = 0;
            for (int d = 0; d < DIM; d++) { float t = base[i * DIM + d] - query[q * DIM + d]; s += t * t; }
            all[i] = {s, i};
        }
        std::partial_sort(all.begin(), all.begin() + K, all.end());
        for (int k = 0; k < K; k++) bad += idx[q * K + k] != all[k].val;
    }
    printf("%.3f ms, %d wrong: %s\n", std::chrono::duration<double, std::milli>(t1 - t0).count(), bad, bad ? "FAIL" : "PASS");
    cudaFree(db); cudaFree(dq); cudaFree(dd); cudaFree(di);
    return bad != 0;
}
