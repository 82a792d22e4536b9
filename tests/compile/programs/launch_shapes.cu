// Every spelling of a kernel launch seen in one file: spread over lines, in
// macros, in lambdas, shifts in the configuration, template arguments with
// commas, kernels picked through function pointers.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#define N (1 << 16)
#define THREADS 256
#define LAUNCH_1D(kernel, n, stream, ...) \
    kernel<<<((n) + THREADS - 1) / THREADS, THREADS, 0, stream>>>(__VA_ARGS__)
#define KERNEL_CHECK(...)                                                    \
    do {                                                                     \
        __VA_ARGS__;                                                         \
        cudaError_t e = cudaGetLastError();                                  \
        if (e != cudaSuccess) { printf("launch: %s\n", cudaGetErrorString(e)); exit(2); } \
    } while (false)

template <typename T, int MUL>
__global__ void scale(T *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] *= MUL;
}

template <typename T, int A, int B = 1>
__global__ void affine(T *p, int n, T c)
{
    extern __shared__ unsigned char raw[];
    T *s = reinterpret_cast<T *>(raw);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? p[i] : T(0);
    __syncthreads();
    if (i < n) p[i] = A * s[threadIdx.x] + B * c;
}

namespace ops {
namespace detail {
__global__ void addOne(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] += 1.f;
}
}
static __global__ void subOne(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] -= 1.f;
}
}

typedef void (*kernel_t)(float *, int);

int main()
{
    float *d;
    cudaMalloc(&d, N * sizeof(float));
    cudaMemset(d, 0, N * sizeof(float));
    int n = N;
    cudaStream_t s;
    cudaStreamCreate(&s);

    // x = 0
    ops::detail::addOne<<<n >> 8, 1 << 8>>>(d, n);                       // 1
    scale<float, 4><<<dim3((n + 127) / 128), dim3(128)>>>(d, n);          // 4
    affine<float, 2, 3>
        <<<(n + THREADS - 1) / THREADS,
           THREADS,
           sizeof(float) * THREADS,
           0>>>(d,
                n,
                5.0f);                                                    // 23
    cudaDeviceSynchronize();
    LAUNCH_1D(ops::subOne, n, s, d, n);                                   // 22
    LAUNCH_1D((scale<float, 2>), n, s, d, n);                             // 44
    KERNEL_CHECK(affine<float, 1><<<n / 64, 64, 64 * sizeof(float), s>>>(d, n, 6.f));   // 50

    kernel_t table[] = {ops::detail::addOne, ops::subOne, &scale<float, 3>};
    for (kernel_t k : table) k<<<(n - 1) / 512 + 1, 512, 0, s>>>(d, n);   // 150

    auto launch = [&](kernel_t k, int block) { k<<<(n + block - 1) / block, block, 0, s>>>(d, n); };
    launch(ops::subOne, 32);                                              // 149
    std::function<void()> later = [=] { scale<float, 2><<<n / 32, 32, 0, s>>>(d, n); };
    later();                                                              // 298

    void (*generic)(float *, int, float) = affine<float, 1, -1>;
    const dim3 g(N / THREADS), b(THREADS);
    if (g.x * b.x == N) generic<<<g, b, b.x * sizeof(float), s>>>(d, n, 8.f); else return 3;   // 290

    int arg_n = N;
    void *args[] = {&d, &arg_n};
    cudaLaunchKernel((const void *)ops::detail::addOne, g, b, args, 0, s);     // 291
    cudaLaunchKernel((void *)scale<float, 2>, dim3(N / 64), dim3(64), args, (size_t)0, s);   // 582
    cudaLaunchKernel<void(float *, int)>(ops::subOne, g, b, args);          // 581 (default stream)

    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    std::vector<float> h(N);
    cudaMemcpy(h.data(), d, N * sizeof(float), cudaMemcpyDeviceToHost);
    int bad = 0;
    for (float x : h) bad += x != 581.f;
    printf("%g %s\n", h[0], bad ? "FAIL" : "PASS");
    cudaStreamDestroy(s);
    cudaFree(d);
    return bad != 0;
}
