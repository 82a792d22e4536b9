// LayerNorm forward for float / half / bfloat16 rows, one warp per row,
// conversions through overloaded helpers.
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>
#include <chrono>
#include <type_traits>

typedef __nv_bfloat16 bf16;
typedef __nv_bfloat162 bf162;

__host__ __device__ inline float to_float(float x) { return x; }
__host__ __device__ inline float to_float(__half x) { return __half2float(x); }
__host__ __device__ inline float to_float(bf16 x) { return __bfloat162float(x); }
template <typename T> __host__ __device__ inline T from_float(float x);
template <> __host__ __device__ inline float from_float<float>(float x) { return x; }
template <> __host__ __device__ inline __half from_float<__half>(float x) { return __float2half(x); }
template <> __host__ __device__ inline bf16 from_float<bf16>(float x) { return __float2bfloat16(x); }

template <typename T>
__device__ inline T warp_sum(T v)
{
    for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffff, v, o, 32);
    return v;
}

template <typename T, int WarpsPerBlock>
__global__ void __launch_bounds__(WarpsPerBlock * 32)
layernorm(T* __restrict__ out, const T* __restrict__ in, const float* __restrict__ gamma,
          const float* __restrict__ beta, int rows, int cols, float eps)
{
    int row = blockIdx.x * WarpsPerBlock + threadIdx.y;
    if (row >= rows) return;
    const T* x = in + (size_t)row * cols;
    T* y = out + (size_t)row * cols;
    float s = 0.f, s2 = 0.f;
    for (int c = threadIdx.x; c < cols; c += warpSize) {
        float v = to_float(x[c]);
        s += v;
        s2 = fmaf(v, v, s2);
    }
    s = warp_sum(s);
    s2 = warp_sum(s2);
    float mean = s / cols;
    float rstd = rsqrtf(s2 / cols - mean * mean + eps);
    for (int c = threadIdx.x; c < cols; c += warpSize)
        y[c] = from_float<T>((to_float(x[c]) - mean) * rstd * gamma[c] + beta[c]);
}

// residual add, two at a time
__global__ void residual(bf162* y, const bf162* x, int n2)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n2) {
        float2 a = __bfloat1622float2(x[i]), b = __bfloat1622float2(y[i]);
        y[i] = __floats2bfloat162_rn(a.x + b.x, a.y + b.y);
    }
}

template <typename T>
bool test(const char* name, int rows, int cols, float tol)
{
    size_t n = (size_t)rows * cols;
    std::vector<T> in(n), out(n);
    std::vector<float> g(cols), b(cols);
    for (size_t i = 0; i < n; i++) in[i] = from_float<T>(sinf(0.01f * i) * 2 + 0.5f);
    for (int c = 0; c < cols; c++) { g[c] = 1 + 0.001f * c; b[c] = 0.1f * (c % 5); }
    T *d_in, *d_out;
    float *d_g, *d_b;
    cudaMalloc(&d_in, n * sizeof(T));
    cudaMalloc(&d_out, n * sizeof(T));
    cudaMalloc(&d_g, cols * sizeof(float));
    cudaMalloc(&d_b, cols * sizeof(float));
    cudaMemcpy(d_in, in.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    cudaMemcpy(d_g, g.data(), cols * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b.data(), cols * sizeof(float), cudaMemcpyHostToDevice);
    constexpr int W = 4;
    auto t0 = std::chrono::steady_clock::now();
    layernorm<T, W><<<(rows + W - 1) / W, dim3(32, W)>>>(d_out, d_in, d_g, d_b, rows, cols, 1e-5f);
    cudaDeviceSynchronize();
    auto t1 = std::chrono::steady_clock::now();
    cudaMemcpy(out.data(), d_out, n * sizeof(T), cudaMemcpyDeviceToHost);
    double worst = 0;
    for (int r = 0; r < rows; r += 13) {
        double m = 0, v = 0;
        for (int c = 0; c < cols; c++) m += to_float(in[(size_t)r * cols + c]);
        m /= cols;
        for (int c = 0; c < cols; c++) v += pow(to_float(in[(size_t)r * cols + c]) - m, 2);
        v = 1 / sqrt(v / cols + 1e-5);
        for (int c = 0; c < cols; c++)
            worst = fmax(worst, fabs((to_float(in[(size_t)r * cols + c]) - m) * v * g[c] + b[c] - to_float(out[(size_t)r * cols + c])));
    }
    if (std::is_same<T, bf16>::value)
        residual<<<(int)(n / 2 + 255) / 256, 256>>>((bf162*)d_out, reinterpret_cast<bf162*>(d_in), (int)(n / 2));
    cudaError_t e = cudaDeviceSynchronize();
    printf("%-6s %.3f ms  max err %g\n", name, std::chrono::duration<double>(t1 - t0).count() * 1e3, worst);
    cudaFree(d_in); cudaFree(d_out); cudaFree(d_g); cudaFree(d_b);
    return e == cudaSuccess && worst < tol;
}

int main(int argc, char** argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 1024, cols = argc > 2 ? atoi(argv[2]) : 768;
    bool ok = test<float>("float", rows, cols, 1e-3f) & test<__half>("half", rows, cols, 1e-2f) & test<bf16>("bf16", rows, cols, 5e-2f);
    printf("%s\n", ok ? "PASS" : "FAIL");
    return ok ? 0 : 1;
}
