// Fused Adam over a list of tensors passed by value in one struct; master
// weights in float, model weights in half; gradient-norm clipping first.
#include <cuda_fp16.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kMaxTensors = 24;
constexpr int kChunk = 4096;

struct TensorList {
    float* p[kMaxTensors];
    float* m[kMaxTensors];
    float* v[kMaxTensors];
    const __half* g[kMaxTensors];
    __half* out[kMaxTensors];
    int size[kMaxTensors];
    int firstBlock[kMaxTensors + 1];
    int count;
};

struct AdamArgs { float lr, beta1, beta2, eps, decay, c1, c2; };

enum class Mode : int { L2 = 0, Decoupled = 1 };

__device__ __forceinline__ int findTensor(const TensorList& l, int block)
{
    int t = 0;
    while (block >= l.firstBlock[t + 1]) ++t;
    return t;
}

__global__ void gradNorm(const __grid_constant__ TensorList l, float* norm2)
{
    const int t = findTensor(l, blockIdx.x), base = (blockIdx.x - l.firstBlock[t]) * kChunk;
    float s = 0.f;
    for (int i = base + threadIdx.x; i < min(base + kChunk, l.size[t]); i += blockDim.x) {
        float g = __half2float(l.g[t][i]);
        s += g * g;
    }
    for (int o = warpSize / 2; o; o /= 2) s += __shfl_xor_sync(~0u, s, o);
    if (threadIdx.x % warpSize == 0) atomicAdd(norm2, s);
}

template <Mode MODE>
__global__ void __launch_bounds__(512) adam(TensorList l, AdamArgs a, const float* __restrict__ norm2, float maxNorm)
{
    const int t = findTensor(l, blockIdx.x), base = (blockIdx.x - l.firstBlock[t]) * kChunk, n = l.size[t];
    const float clip = fminf(1.f, maxNorm * rsqrtf(*norm2 + 1e-12f));
#pragma unroll 4
    for (int i = base + threadIdx.x; i < min(base + kChunk, n); i += blockDim.x) {
        float p = l.p[t][i], g = __half2float(l.g[t][i]) * clip;
        if (MODE == Mode::L2) g += a.decay * p;
        float m = a.beta1 * l.m[t][i] + (1.f - a.beta1) * g;
        float v = a.beta2 * l.v[t][i] + (1.f - a.beta2) * g * g;
        float upd = (m / a.c1) / (sqrtf(v / a.c2) + a.eps);
        if (MODE == Mode::Decoupled) upd += a.decay * p;
        p -= a.lr * upd;
        l.p[t][i] = p; l.m[t][i] = m; l.v[t][i] = v;
        l.out[t][i] = __float2half(p);
    }
}

int main(int argc, char** argv)
{
    const int steps = argc > 1 ? atoi(argv[1]) : 5;
    const int sizes[] = {10, 4096, 5000, 33333, 1};
    TensorList l = {};
    std::vector<std::vector<float>> P, M, V, G;
    std::vector<float*> owned;
    l.count = sizeof(sizes) / sizeof(sizes[0]);
    for (int t = 0; t < l.count; t++) {
        int n = l.size[t] = sizes[t];
        l.firstBlock[t + 1] = l.firstBlock[t] + (n + kChunk - 1) / kChunk;
        P.emplace_back(n); M.emplace_back(n, 0.f); V.emplace_back(n, 0.f); G.emplace_back(n);
        std::vector<__half> g(n);
        for (int i = 0; i < n; i++) { P[t][i] = sinf(i + t); g[i] = __float2half(cosf(0.1f * i)); G[t][i] = __half2float(g[i]); }
        __half* dg;
        cudaMalloc(&l.p[t], n * sizeof(float));
        cudaMalloc(&l.m[t], n * sizeof(float));
        cudaMalloc(&l.v[t], n * sizeof(float));
        cudaMalloc(&dg, n * sizeof(__half));
        cudaMalloc(&l.out[t], n * sizeof(__half));
        cudaMemset(l.m[t], 0, n * sizeof(float));
        cudaMemset(l.v[t], 0, n * sizeof(float));
        cudaMemcpy(l.p[t], P[t].data(), n * sizeof(float), cudaMemcpyHostToDevice);
        cudaMemcpy(dg, g.data(), n * sizeof(__half), cudaMemcpyHostToDevice);
        l.g[t] = dg;
    }
    const int blocks = l.firstBlock[l.count];
    float* norm2;
    cudaMalloc(&norm2, sizeof(float));
    double n2 = 0;
    for (auto& g : G) for (float x : g) n2 += (double)x * x;
    const float maxNorm = 50.f, clip = std::fmin(1.f, maxNorm / std::sqrt((float)n2));
    AdamArgs a = {1e-2f, 0.9f, 0.999f, 1e-8f, 0.01f, 1.f, 1.f};
    for (int s = 1; s <= steps; s++) {
        a.c1 = 1.f - std::pow(a.beta1, (float)s);
        a.c2 = 1.f - std::pow(a.beta2, (float)s);
        cudaMemsetAsync(norm2, 0, sizeof(float), 0);
        gradNorm<<<blocks, 256>>>(l, norm2);
        adam<Mode::Decoupled><<<blocks, 512>>>(l, a, norm2, maxNorm);
        for (int t = 0; t < l.count; t++)
            for (int i = 0; i < l.size[t]; i++) {
                float g = G[t][i] * clip, &m = M[t][i], &v = V[t][i];
                m = a.beta1 * m + (1 - a.beta1) * g;
                v = a.beta2 * v + (1 - a.beta2) * g * g;
                P[t][i] -= a.lr * ((m / a.c1) / (std::sqrt(v / a.c2) + a.eps) + a.decay * P[t][i]);
            }
    }
    double worst = 0;
    for (int t = 0; t < l.count; t++) {
        std::vector<float> p(l.size[t]);
        cudaMemcpy(p.data(), l.p[t], p.size() * sizeof(float), cudaMemcpyDeviceToHost);
        for (size_t i = 0; i < p.size(); i++) worst = std::fmax(worst, std::fabs(p[i] - P[t][i]));
        cudaFree(l.p[t]); cudaFree(l.m[t]); cudaFree(l.v[t]); cudaFree((void*)l.g[t]); cudaFree(l.out[t]);
    }
    cudaFree(norm2);
    printf("err %g: %s\n", worst, worst < 1e-3 && cudaGetLastError() == cudaSuccess ? "PASS" : "FAIL");
    return worst < 1e-3 ? 0 : 1;
}
