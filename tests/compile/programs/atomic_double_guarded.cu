// Double-precision atomicAdd with the guard from the programming guide.
#include <cstdio>
#include <cstdlib>
#include <cmath>

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
__device__ double atomicAdd(double* address, double val)
{
    unsigned long long int* address_as_ull = (unsigned long long int*)address;
    unsigned long long int old = *address_as_ull, assumed;
    do {
        assumed = old;
        old = atomicCAS(address_as_ull, assumed,
                        __double_as_longlong(val + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
#endif

#define NBLOCKS 64

__global__ void dotAtomic(const double *a, const double *b, int n, double *res)
{
    double t = 0.0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        t += a[i] * b[i];
    atomicAdd(res, t);
}

__global__ void binSum(const double *a, const int *bin, int n, double *sums)
{
    extern __shared__ double s[];
    for (int k = threadIdx.x; k < 32; k += blockDim.x) s[k] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&s[bin[i]], a[i]);
    __syncthreads();
    for (int k = threadIdx.x; k < 32; k += blockDim.x) atomicAdd(sums + k, s[k]);
}

int main()
{
    const int n = 200000;
    double *a, *b, *res, *sums;
    int *bin;
    cudaMallocManaged((void **)&a, n * sizeof(double));
    cudaMallocManaged((void **)&b, n * sizeof(double));
    cudaMallocManaged((void **)&bin, n * sizeof(int));
    cudaMallocManaged((void **)&res, sizeof(double));
    cudaMallocManaged((void **)&sums, 32 * sizeof(double));
    double ref = 0, refs[32] = {0};
    for (int i = 0; i < n; i++) {
        a[i] = (i % 10) * 0.1;
        b[i] = 1.0 / (1 + i % 3);
        bin[i] = (i * 13) % 32;
        ref += a[i] * b[i];
        refs[bin[i]] += a[i];
    }
    *res = 0;
    for (int k = 0; k < 32; k++) sums[k] = 0;
    dotAtomic<<<NBLOCKS, 128>>>(a, b, n, res);
    binSum<<<(n + 255) / 256, 256, 32 * sizeof(double)>>>(a, bin, n, sums);
    cudaError_t err = cudaDeviceSynchronize();
    if (err != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(err)); return EXIT_FAILURE; }
    int bad = fabs(*res - ref) > 1e-8 * ref;
    for (int k = 0; k < 32; k++) bad += fabs(sums[k] - refs[k]) > 1e-8 * refs[k];
    printf("%s\n", bad ? "FAIL" : "PASS");
    cudaFree(a); cudaFree(b); cudaFree(bin); cudaFree(res); cudaFree(sums);
    return bad;
}
