// Tensor-core GEMM with the nvcuda::wmma fragments, 16x16x16 half -> float.
#include <mma.h>
#include <cuda_fp16.h>
#include <cmath>
#include <cstdio>
#include <vector>

using namespace nvcuda;

const int M = 16, N = 16, K = 16;

__global__ void gemm(const half *a, const half *b, float *c, int m, int n, int k)
{
    int warpM = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
    int warpN = blockIdx.y * blockDim.y + threadIdx.y;
    wmma::fragment<wmma::matrix_a, M, N, K, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, M, N, K, float> acc;
    wmma::fill_fragment(acc, 0.0f);
    int row = warpM * M, col = warpN * N;
    if (row >= m || col >= n) return;
    for (int i = 0; i < k; i += K) {
        wmma::load_matrix_sync(fa, a + row * k + i, k);
        wmma::load_matrix_sync(fb, b + col * k + i, k);
        wmma::mma_sync(acc, fa, fb, acc);
    }
    for (int t = 0; t < acc.num_elements; t++) acc.x[t] *= 0.5f;
    wmma::store_matrix_sync(c + row * n + col, acc, n, wmma::mem_row_major);
}

int main()
{
    const int n = 64;
    std::vector<half> a(n * n), b(n * n);
    std::vector<float> c(n * n);
    for (int i = 0; i < n * n; i++) { a[i] = __float2half((i % 5) * 0.5f); b[i] = __float2half((i % 3) * 0.25f); }
    half *da, *db;
    float *dc;
    cudaMalloc(&da, n * n * sizeof(half));
    cudaMalloc(&db, n * n * sizeof(half));
    cudaMalloc(&dc, n * n * sizeof(float));
    cudaMemcpy(da, a.data(), n * n * sizeof(half), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), n * n * sizeof(half), cudaMemcpyHostToDevice);
    gemm<<<dim3(1, 1), dim3(128, 4)>>>(da, db, dc, n, n, n);
    cudaMemcpy(c.data(), dc, n * n * sizeof(float), cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float s = 0;
            for (int k = 0; k < n; k++) s += __half2float(a[i * n + k]) * __half2float(b[j * n + k]);
            bad += fabsf(0.5f * s - c[i * n + j]) > 1e-2f;
        }
    printf("%s\n", bad ? "FAIL" : "PASS");
    cudaFree(da); cudaFree(db); cudaFree(dc);
    return bad != 0;
}
