// Uses cuda::std (libcu++) types in device code.
#include <cuda/std/array>
#include <cuda/std/complex>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/utility>
#include <cuda/std/type_traits>
#include <cstdio>
#include <vector>

template <class T, cuda::std::size_t N>
__host__ __device__ T horner(const cuda::std::array<T, N>& c, T x)
{
    static_assert(cuda::std::is_floating_point<T>::value, "floating point only");
    T r = 0;
    for (auto it = c.begin(); it != c.end(); ++it) r = r * x + *it;
    return r;
}

__device__ cuda::std::tuple<float, int> best(const float* y, int n)
{
    float m = cuda::std::numeric_limits<float>::lowest();
    int at = -1;
    for (int i = 0; i < n; i++)
        if (y[i] > m) { m = y[i]; at = i; }
    return cuda::std::make_tuple(m, at);
}

__global__ void eval(cuda::std::array<float, 4> c, const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = horner(c, x[i]);
}

__global__ void argmax(const float* y, int n, float* m, int* at)
{
    auto t = best(y, n);
    *m = cuda::std::get<0>(t);
    *at = cuda::std::get<1>(t);
    cuda::std::complex<float> z(*m, 0.f);
    if (cuda::std::abs(z) < 0.f) *at = -2;
}

int main()
{
    const int n = 256;
    float *x, *y, *m;
    int* at;
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&y, n * sizeof(float));
    cudaMallocManaged(&m, sizeof(float));
    cudaMallocManaged(&at, sizeof(int));
    for (int i = 0; i < n; i++) x[i] = -1.f + i * (2.f / n);
    cuda::std::array<float, 4> c = {1.f, 0.f, -1.f, 2.f};
    eval<<<1, n>>>(c, x, y, n);
    argmax<<<1, 1>>>(y, n, m, at);
    cudaDeviceSynchronize();
    int want = 0;
    for (int i = 1; i < n; i++) if (horner(c, x[i]) > horner(c, x[want])) want = i;
    printf("%s\n", want == *at ? "PASS" : "FAIL");
    return want != *at;
}
