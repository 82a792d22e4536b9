// Header-style code guarded for host-only compilers, architectures and
// toolkit versions, all in one translation unit.
#ifdef __CUDACC__
#define HD __host__ __device__
#define DEV_INLINE __device__ __forceinline__
#else
#define HD
#define DEV_INLINE inline
#endif

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cmath>
#include <cuda.h>
#include <cuda_runtime.h>

#if defined(CUDA_VERSION) && CUDA_VERSION >= 9000
#define SHFL_DOWN(v, d) __shfl_down_sync(0xffffffff, (v), (d))
#else
#define SHFL_DOWN(v, d) __shfl_down((v), (d))
#endif

#if CUDART_VERSION >= 11000
#define HAVE_ASYNC_ALLOC 1
#else
#define HAVE_ASYNC_ALLOC 0
#endif

#ifdef __CUDA_ARCH__
#define LOAD_RO(p) __ldg(p)
#else
#define LOAD_RO(p) (*(p))
#endif

HD inline int popcount(unsigned x)
{
#ifdef __CUDA_ARCH__
    return __popc(x);
#else
    return __builtin_popcount(x);
#endif
}

HD inline float recipSqrt(float x)
{
#if defined(__CUDA_ARCH__)
    return rsqrtf(x);
#else
    return 1.0f / std::sqrt(x);
#endif
}

HD inline unsigned floatBits(float f)
{
#ifndef __CUDA_ARCH__
    unsigned u;
    std::memcpy(&u, &f, sizeof(u));
    return u;
#else
    return __float_as_uint(f);
#endif
}

DEV_INLINE int bestOf(int v)
{
#if __CUDA_ARCH__ >= 700
    for (int d = 16; d; d >>= 1) v = max(v, SHFL_DOWN(v, d));
    return v;
#elif __CUDA_ARCH__ >= 300
    for (int d = 16; d; d >>= 1) { int o = SHFL_DOWN(v, d); v = o > v ? o : v; }
    return v;
#else
    volatile __shared__ int s[32];
    s[threadIdx.x & 31] = v;
    for (int i = 0; i < 32; i++) v = s[i] > v ? s[i] : v;
    return v;
#endif
}

__global__ void kernel(const unsigned *in, int n, int *best, float *root, unsigned *bits)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = i < n ? LOAD_RO(in + i) : 0u;
    int b = bestOf(popcount(x));
    if ((threadIdx.x & 31) == 0) atomicMax(best, b);
    if (i < n) {
        root[i] = recipSqrt(1.0f + (x & 0xff));
        bits[i] = floatBits((float)(x & 0xffff));
    }
}

#if defined(__CUDACC__) && !defined(NO_MAIN)
int main()
{
    const int n = 10007;
    unsigned *h = (unsigned *)malloc(n * 4), *d, *d_bits;
    int *d_best, best, ref = 0;
    float *d_root;
    for (int i = 0; i < n; i++) { h[i] = i * 2654435761u; if (popcount(h[i]) > ref) ref = popcount(h[i]); }
#if HAVE_ASYNC_ALLOC
    cudaMallocAsync((void **)&d, n * sizeof(unsigned), 0);
#else
    cudaMalloc((void **)&d, n * sizeof(unsigned));
#endif
    cudaMalloc((void **)&d_best, sizeof(int));
    cudaMalloc((void **)&d_root, n * sizeof(float));
    cudaMalloc((void **)&d_bits, n * sizeof(unsigned));
    cudaMemset(d_best, 0, sizeof(int));
    cudaMemcpy(d, h, n * sizeof(unsigned), cudaMemcpyHostToDevice);
    kernel<<<(n + 255) / 256, 256>>>(d, n, d_best, d_root, d_bits);
    cudaMemcpy(&best, d_best, sizeof(int), cudaMemcpyDeviceToHost);
    float *root = (float *)malloc(n * 4);
    unsigned *bits = (unsigned *)malloc(n * 4);
    cudaMemcpy(root, d_root, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(bits, d_bits, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
    bool ok = best == ref;
    for (int i = 0; i < n; i++)
        ok = ok && fabsf(root[i] - recipSqrt(1.0f + (h[i] & 0xff))) < 1e-5f && bits[i] == floatBits((float)(h[i] & 0xffff));
    int rt = 0, drv = 0;
    cudaRuntimeGetVersion(&rt);
    cudaDriverGetVersion(&drv);
    printf("runtime %d driver %d built %d\n%s\n", rt, drv, CUDART_VERSION, ok ? "PASS" : "FAIL");
    return ok ? 0 : 1;
}
#endif
