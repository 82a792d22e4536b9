// Inclusive scans over sub-warp segments, with the shuffle's width argument.
#include <iostream>
#include <vector>
#include <numeric>

const unsigned int mask = 0xFFFFFFFFu;

template <int WIDTH>
__device__ int segScan(int v)
{
    int lane = threadIdx.x & (WIDTH - 1);
#pragma unroll
    for (int d = 1; d < WIDTH; d <<= 1) {
        int t = __shfl_up_sync(0xFFFFFFFFu, v, d, WIDTH);
        if (lane >= d) v += t;
    }
    return v;
}

template <int WIDTH, unsigned MASK = 0xffffffffu>
__device__ float segMax(float v)
{
#pragma unroll
    for (int m = WIDTH / 2; m >= 1; m >>= 1)
        v = fmaxf(v, __shfl_xor_sync(MASK, v, m, WIDTH));
    return v;
}

template <int WIDTH>
__global__ void scanKernel(const int* in, int* out, int* totals)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int s = segScan<WIDTH>(in[i]);
    out[i] = s;
    int last = __shfl_sync(mask, s, WIDTH - 1, WIDTH);
    if (threadIdx.x % WIDTH == 0) totals[i / WIDTH] = last;
}

__global__ void max8(const float* in, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float m = segMax<8>(in[i]);
    if ((i & 7) == 0) out[i >> 3] = m;
}

// broadcast of a 64-bit value and of a double
__global__ void bcast(const double* in, double* out, long long* idx)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = in[i];
    long long k = i;
    out[i] = __shfl_sync(0xffffffff, x, 0, 16);
    idx[i] = __shfl_sync(0xffffffff, k, 3, 16);
}

template <int W>
bool run(const std::vector<int>& h, int* d_in, int* d_out, int* d_tot)
{
    int n = (int)h.size();
    scanKernel<W><<<n / 128, 128>>>(d_in, d_out, d_tot);
    std::vector<int> got(n), tot(n / W);
    cudaMemcpy(got.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(tot.data(), d_tot, n / W * sizeof(int), cudaMemcpyDeviceToHost);
    for (int s = 0; s < n; s += W) {
        int acc = 0;
        for (int j = 0; j < W; j++) {
            acc += h[s + j];
            if (got[s + j] != acc) return false;
        }
        if (tot[s / W] != acc) return false;
    }
    return true;
}

int main()
{
    const int n = 1 << 16;
    std::vector<int> h(n);
    for (int i = 0; i < n; i++) h[i] = (i * 31) % 17;

    int *d_in, *d_out, *d_tot;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, n * sizeof(int));
    cudaMalloc(&d_tot, n * sizeof(int));
    cudaMemcpy(d_in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);

    bool ok = run<4>(h, d_in, d_out, d_tot) && run<8>(h, d_in, d_out, d_tot) &&
              run<16>(h, d_in, d_out, d_tot) && run<32>(h, d_in, d_out, d_tot);

    std::vector<float> f(n), g(n / 8);
    for (int i = 0; i < n; i++) f[i] = float((i * 131) % 1009);
    float *d_f, *d_g;
    cudaMalloc(&d_f, n * sizeof(float));
    cudaMalloc(&d_g, n / 8 * sizeof(float));
    cudaMemcpy(d_f, f.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    max8<<<n / 256, 256>>>(d_f, d_g);
    cudaMemcpy(g.data(), d_g, n / 8 * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n / 8; i++) {
        float m = f[8 * i];
        for (int j = 1; j < 8; j++) m = std::max(m, f[8 * i + j]);
        if (m != g[i]) ok = false;
    }

    std::vector<double> x(n);
    std::vector<long long> k(n);
    std::iota(x.begin(), x.end(), 0.5);
    double *d_x, *d_y;
    long long* d_k;
    cudaMalloc(&d_x, n * sizeof(double));
    cudaMalloc(&d_y, n * sizeof(double));
    cudaMalloc(&d_k, n * sizeof(long long));
    cudaMemcpy(d_x, x.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    bcast<<<n / 64, 64>>>(d_x, d_y, d_k);
    cudaMemcpy(x.data(), d_y, n * sizeof(double), cudaMemcpyDeviceToHost);
    cudaMemcpy(k.data(), d_k, n * sizeof(long long), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        if (x[i] != (i & ~15) + 0.5 || k[i] != (i & ~15) + 3) ok = false;

    std::cout << (ok ? "PASS" : "FAIL") << std::endl;
    return cudaDeviceReset() == cudaSuccess && ok ? 0 : 1;
}
