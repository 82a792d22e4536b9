// Direct and im2col+GEMM 2D convolution, NCHW; epilogue as a functor template.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include "conv.h"

void conv_reference(const ConvShape &p, const std::vector<float> &x, const std::vector<float> &w, std::vector<float> &y)
{
    for (int n = 0; n < p.n; n++)
        for (int k = 0; k < p.k; k++)
            for (int i = 0; i < p.oh(); i++)
                for (int j = 0; j < p.ow(); j++) {
                    float s = 0;
                    for (int c = 0; c < p.c; c++)
                        for (int a = 0; a < p.r; a++)
                            for (int b = 0; b < p.s; b++) {
                                int yy = i * p.stride + a - p.pad, xx = j * p.stride + b - p.pad;
                                if (yy >= 0 && yy < p.h && xx >= 0 && xx < p.w) s += x[((n * p.c + c) * p.h + yy) * p.w + xx] * w[((k * p.c + c) * p.r + a) * p.s + b];
                            }
                    y[((n * p.k + k) * p.oh() + i) * p.ow() + j] = s;
                }
}

struct Identity { __device__ float operator()(float x) const { return x; } };
struct LeakyRelu { float slope; __device__ float operator()(float x) const { return x > 0.f ? x : slope * x; } };

template <int R, int S, typename Epilogue>
__global__ void direct(ConvShape p, int OH, int OW, const float *__restrict__ x, const float *__restrict__ w, float *y, Epilogue ep)
{
    extern __shared__ float sw[];     // one filter
    const int k = blockIdx.y, n = blockIdx.z;
    for (int t = threadIdx.x; t < p.c * R * S; t += blockDim.x) sw[t] = w[(size_t)k * p.c * R * S + t];
    __syncthreads();
    int o = blockIdx.x * blockDim.x + threadIdx.x;
    if (o >= OH * OW) return;
    int i = o / OW, j = o % OW;
    float acc = 0.f;
    for (int c = 0; c < p.c; c++)
#pragma unroll
        for (int a = 0; a < R; a++)
#pragma unroll
            for (int b = 0; b < S; b++) {
                int yy = i * p.stride + a - p.pad, xx = j * p.stride + b - p.pad;
                if ((unsigned)yy < (unsigned)p.h && (unsigned)xx < (unsigned)p.w)
                    acc = fmaf(__ldg(&x[((n * p.c + c) * p.h + yy) * p.w + xx]), sw[(c * R + a) * S + b], acc);
            }
    y[((size_t)(n * p.k + k) * OH + i) * OW + j] = ep(acc);
}

__global__ void im2col(ConvShape p, int OH, int OW, const float *x, float *col)
{
    int rows = p.c * p.r * p.s, total = rows * OH * OW;
    for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < total; t += gridDim.x * blockDim.x) {
        int o = t % (OH * OW), q = t / (OH * OW);
        int b = q % p.s, a = q / p.s % p.r, c = q / (p.s * p.r);
        int yy = o / OW * p.stride + a - p.pad, xx = o % OW * p.stride + b - p.pad;
        col[t] = yy >= 0 && yy < p.h && xx >= 0 && xx < p.w ? x[(c * p.h + yy) * p.w + xx] : 0.f;
    }
}

template <int TILE>
__global__ void sgemm(const float *A, const float *B, float *C, int m, int n, int k)
{
    __shared__ float as[TILE][TILE + 1], bs[TILE][TILE + 1];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float acc = 0;
    for (int t = 0; t < k; t += TILE) {
        as[threadIdx.y][threadIdx.x] = row < m && t + threadIdx.x < k ? A[row * k + t + threadIdx.x] : 0.f;
        bs[threadIdx.y][threadIdx.x] = col < n && t + threadIdx.y < k ? B[(t + threadIdx.y) * n + col] : 0.f;
        __syncthreads();
        for (int q = 0; q < TILE; q++) acc += as[threadIdx.y][q] * bs[q][threadIdx.x];
        __syncthreads();
    }
    if (row < m && col < n) C[row * n + col] = acc;
}

static double diff(const std::vector<float> &a, const float *d)
{
    std::vector<float> g(a.size());
    cudaMemcpy(g.data(), d, a.size() * sizeof(float), cudaMemcpyDeviceToHost);
    double m = 0;
    for (size_t i = 0; i < a.size(); i++) m = std::fmax(m, std::fabs(a[i] - g[i]));
    return m;
}

int main(int argc, char **argv)
{
    ConvShape p = {2, 8, 30, 34, 16, 3, 3, 1, argc > 1 ? atoi(argv[1]) : 2};
    std::vector<float> x(p.in()), w(p.wt()), y(p.out());
    for (size_t i = 0; i < x.size(); i++) x[i] = (i % 17) / 17.f;
    for (size_t i = 0; i < w.size(); i++) w[i] = (i % 11) / 11.f - 0.4f;
    conv_reference(p, x, w, y);
    float *dx, *dw, *dy, *dcol;
    const int OH = p.oh(), OW = p.ow(), kk = p.c * p.r * p.s;
    cudaMalloc(&dx, x.size() * sizeof(float));
    cudaMalloc(&dw, w.size() * sizeof(float));
    cudaMalloc(&dy, y.size() * sizeof(float));
    cudaMalloc(&dcol, (size_t)kk * OH * OW * sizeof(float));
    cudaMemcpy(dx, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dw, w.data(), w.size() * sizeof(float), cudaMemcpyHostToDevice);
    direct<3, 3><<<dim3((OH * OW + 127) / 128, p.k, p.n), 128, kk * sizeof(float)>>>(p, OH, OW, dx, dw, dy, Identity());
    double e1 = diff(y, dy);
    cudaMemset(dy, 0, y.size() * sizeof(float));
    auto t0 = std::chrono::steady_clock::now();
    for (int n = 0; n < p.n; n++) {
        im2col<<<64, 256>>>(p, OH, OW, dx + (size_t)n * p.c * p.h * p.w, dcol);
        sgemm<16><<<dim3((OH * OW + 15) / 16, (p.k + 15) / 16), dim3(16, 16)>>>(dw, dcol, dy + (size_t)n * p.k * OH * OW, p.k, OH * OW, kk);
    }
    cudaDeviceSynchronize();
    auto t1 = std::chrono::steady_clock::now();
    double e2 = diff(y, dy);
    direct<3, 3, LeakyRelu><<<dim3((OH * OW + 127) / 128, p.k, p.n), 128, kk * sizeof(float)>>>(p, OH, OW, dx, dw, dy, LeakyRelu{0.1f});
    for (auto &v : y) v = v > 0 ? v : 0.1f * v;
    double e3 = diff(y, dy);
    printf("direct %g im2col %g (%.3f ms) leaky %g\n%s\n", e1, e2, std::chrono::duration<double, std::milli>(t1 - t0).count(), e3, e1 < 1e-4 && e2 < 1e-4 && e3 < 1e-4 ? "PASS" : "FAIL");
    cudaFree(dx); cudaFree(dw); cudaFree(dy); cudaFree(dcol);
    return 0;
}
