// All-pairs shortest paths: simple and three-phase blocked.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <chrono>
#define TILE 16
#define INF (1 << 29)
typedef unsigned int uint;

__global__ void relaxVia(uint *d, uint n, uint k)
{
    const uint from = threadIdx.y + blockIdx.y * TILE, to = threadIdx.x + blockIdx.x * TILE;
    uint *const cell = &d[from * n + to];
    *cell = umin(*cell, d[from * n + k] + d[k * n + to]);
}

__global__ void phase1(uint *d, int n, int b)
{
    __shared__ uint t[TILE][TILE];
    int x = b * TILE + threadIdx.x, y = b * TILE + threadIdx.y;
    t[threadIdx.y][threadIdx.x] = d[y * n + x];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE; k++) {
        t[threadIdx.y][threadIdx.x] = min(t[threadIdx.y][threadIdx.x], t[threadIdx.y][k] + t[k][threadIdx.x]);
        __syncthreads();
    }
    d[y * n + x] = t[threadIdx.y][threadIdx.x];
}

__global__ void phase2(uint *d, int n, int b)
{
    if (blockIdx.x == b) return;
    __shared__ uint pivot[TILE][TILE], mine[TILE][TILE];
    bool row = blockIdx.y == 0;
    int x = (row ? blockIdx.x : b) * TILE + threadIdx.x, y = (row ? b : blockIdx.x) * TILE + threadIdx.y;
    pivot[threadIdx.y][threadIdx.x] = d[(b * TILE + threadIdx.y) * n + b * TILE + threadIdx.x];
    mine[threadIdx.y][threadIdx.x] = d[y * n + x];
    __syncthreads();
    for (int k = 0; k < TILE; k++) {
        uint via = row ? pivot[threadIdx.y][k] + mine[k][threadIdx.x] : mine[threadIdx.y][k] + pivot[k][threadIdx.x];
        __syncthreads();
        if (via < mine[threadIdx.y][threadIdx.x]) mine[threadIdx.y][threadIdx.x] = via;
        __syncthreads();
    }
    d[y * n + x] = mine[threadIdx.y][threadIdx.x];
}

__global__ void phase3(uint *d, int n, int b)
{
    if (blockIdx.x == b || blockIdx.y == b) return;
    __shared__ uint rowT[TILE][TILE], colT[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    rowT[threadIdx.y][threadIdx.x] = d[(b * TILE + threadIdx.y) * n + x];
    colT[threadIdx.y][threadIdx.x] = d[y * n + b * TILE + threadIdx.x];
    __syncthreads();
    uint v = d[y * n + x];
#pragma unroll
    for (int k = 0; k < TILE; k++) v = umin(v, colT[threadIdx.y][k] + rowT[k][threadIdx.x]);
    d[y * n + x] = v;
}

int main(int argc, char **argv)
{
    uint n = argc > 1 ? (atoi(argv[1]) + TILE - 1) / TILE * TILE : 256;
    size_t bytes = n * n * sizeof(uint);
    uint *h = (uint *)malloc(bytes), *g = (uint *)malloc(bytes), *d;
    for (uint i = 0; i < n * n; i++) h[i] = i / n == i % n ? 0 : (rand() % 10 < 2 ? rand() % 100 + 1 : INF);
    cudaMalloc((void **)&d, bytes);
    dim3 blk(TILE, TILE), grd(n / TILE, n / TILE);
    cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice);
    auto t0 = std::chrono::steady_clock::now();
    for (uint k = 0; k < n; k++) relaxVia<<<grd, blk>>>(d, n, k);
    cudaMemcpy(g, d, bytes, cudaMemcpyDeviceToHost);
    auto t1 = std::chrono::steady_clock::now();
    cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice);
    for (uint b = 0; b < n / TILE; b++) {
        phase1<<<1, blk>>>(d, n, b);
        phase2<<<dim3(n / TILE, 2), blk>>>(d, n, b);
        phase3<<<grd, blk>>>(d, n, b);
    }
    for (uint k = 0; k < n; k++)
        for (uint i = 0; i < n; i++)
            for (uint j = 0; j < n; j++)
                if (h[i * n + k] + h[k * n + j] < h[i * n + j]) h[i * n + j] = h[i * n + k] + h[k * n + j];
    int bad = memcmp(h, g, bytes) != 0;
    cudaMemcpy(g, d, bytes, cudaMemcpyDeviceToHost);
    bad += memcmp(h, g, bytes) != 0;
    printf("%.3f ms, %s\n", std::chrono::duration<double, std::milli>(t1 - t0).count(), bad ? "FAIL" : "PASS");
    cudaFree(d); free(h); free(g);
    return bad;
}
