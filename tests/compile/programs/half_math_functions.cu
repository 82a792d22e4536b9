// Activation functions (sigmoid, tanh, gelu, softplus) for half and half2.
#include <cstdio>
#include <cmath>
#include <vector>
#include <string>
#include "cuda_fp16.h"

struct Sigmoid {
    __device__ half operator()(half x) const { return hrcp(__hadd(__float2half(1.f), hexp(__hneg(x)))); }
    __device__ half2 operator()(half2 x) const { return h2rcp(__hadd2(__float2half2_rn(1.f), h2exp(__hneg2(x)))); }
    static double ref(double x) { return 1 / (1 + std::exp(-x)); }
};

struct SoftPlus {
    __device__ half operator()(half x) const { return hlog(__hadd(__float2half(1.f), hexp(x))); }
    __device__ half2 operator()(half2 x) const { return h2log(__hadd2(__float2half2_rn(1.f), h2exp(x))); }
    static double ref(double x) { return std::log1p(std::exp(x)); }
};

struct Wave {
    __device__ half operator()(half x) const { return __hadd(hsin(x), __hmul(hcos(x), hsqrt(__habs(x)))); }
    __device__ half2 operator()(half2 x) const { return __hfma2(h2cos(x), h2sqrt(__habs2(x)), h2sin(x)); }
    static double ref(double x) { return std::sin(x) + std::cos(x) * std::sqrt(std::fabs(x)); }
};

struct GeluTanh {
    __device__ half operator()(half h) const
    {
        float x = __half2float(h);
        float t = tanhf(0.79788456f * (x + 0.044715f * x * x * x));
        return __float2half(0.5f * x * (1.f + t));
    }
    __device__ half2 operator()(half2 v) const { return __halves2half2((*this)(v.x), (*this)(__high2half(v))); }
    static double ref(double x) { return 0.5 * x * (1 + std::tanh(0.7978845608 * (x + 0.044715 * x * x * x))); }
};

template <typename T, typename F>
__global__ void mapKernel(const T* __restrict__ in, T* __restrict__ out, int n, F f)
{
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) out[i] = f(in[i]);
}

// bits and comparisons
__global__ void countBig(const half* x, int n, half thr, int* count, unsigned short* bits)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= n) return;
    if (__hge(x[i], thr) && !__hisnan(x[i])) atomicAdd(count, 1);
    bits[i] = __half_as_ushort(hfloor(x[i])) ^ __half_as_ushort(__int2half_rn(1));
}

template <typename F>
bool run(const std::string& name, const half* d_in, half* d_out, const std::vector<float>& h)
{
    int n = (int)h.size();
    std::vector<half> a(n), b(n);
    mapKernel<half, F><<<(n + 127) / 128, 128>>>(d_in, d_out, n, F());
    cudaMemcpy(a.data(), d_out, n * sizeof(half), cudaMemcpyDeviceToHost);
    mapKernel<<<(n / 2 + 127) / 128, 128>>>((const half2*)d_in, (half2*)d_out, n / 2, F{});
    cudaMemcpy(b.data(), d_out, n * sizeof(half), cudaMemcpyDeviceToHost);
    double worst = 0;
    for (int i = 0; i < n; i++) {
        double r = F::ref(h[i]);
        worst = std::max(worst, std::fabs(__half2float(a[i]) - r) / (1 + std::fabs(r)));
        worst = std::max(worst, std::fabs(__half2float(b[i]) - r) / (1 + std::fabs(r)));
    }
    printf("%-10s max err %.5f\n", name.c_str(), worst);
    return worst < 1e-2;
}

int main()
{
    const int n = 8192;
    std::vector<half> h(n);
    std::vector<float> f(n);
    for (int i = 0; i < n; i++) {
        h[i] = __float2half((i - n / 2) * (4.0f / n));
        f[i] = __half2float(h[i]);
    }
    half *d_in, *d_out;
    int *d_cnt, cnt = 0;
    cudaMalloc(&d_in, n * sizeof(half));
    cudaMalloc(&d_out, n * sizeof(half));
    cudaMalloc(&d_cnt, sizeof(int));
    cudaMemset(d_cnt, 0, sizeof(int));
    cudaMemcpy(d_in, h.data(), n * sizeof(half), cudaMemcpyHostToDevice);
    bool ok = run<Sigmoid>("sigmoid", d_in, d_out, f);
    ok &= run<SoftPlus>("softplus", d_in, d_out, f);
    ok &= run<Wave>("wave", d_in, d_out, f);
    ok &= run<GeluTanh>("gelu", d_in, d_out, f);
    countBig<<<n / 128, 128>>>(d_in, n, __float2half(1.0f), d_cnt, (unsigned short*)d_out);
    cudaMemcpy(&cnt, d_cnt, sizeof cnt, cudaMemcpyDeviceToHost);
    int want = 0;
    for (float x : f) want += x >= 1.0f;
    ok = ok && cnt == want;
    printf("%s\n", ok ? "PASS" : "FAIL");
    cudaFree(d_in); cudaFree(d_out); cudaFree(d_cnt);
    return !ok;
}
