struct Pinned {
    operator void **();
};
template <typename T> cudaError_t f(void **p, T **q, Pinned r, float *s, size_t n) {
    cudaMallocHost(&s, n);
    cudaMallocHost((void **)&s, n);
    cudaMallocHost(reinterpret_cast<void **>(&s), n);
    cudaMallocHost(p, n);
    cudaMallocHost(q, n /* bytes */);
    cudaMallocHost(r, n);
    cudaMallocHost(NULL, n);
    cudaMallocHost(&s, n, cudaHostAllocMapped);
    return cudaMallocHost(q + 1, n);
}
#define PIN(p, n) cudaMallocHost(p, n)
#define PIN_OF(p, n) cudaMallocHost(&(p), n)
// ==== output
#include <hip/hip_runtime.h>
struct Pinned {
    operator void **();
};
template <typename T> hipError_t f(void **p, T **q, Pinned r, float *s, size_t n) {
    hipHostMalloc(&s, n);
    hipHostMalloc((void **)&s, n);
    hipHostMalloc(reinterpret_cast<void **>(&s), n);
    hipHostMalloc(p, n);
    hipHostMalloc(q, n /* bytes */);
    hipHostMalloc(r, n, hipHostMallocDefault);
    hipHostMalloc(NULL, n, hipHostMallocDefault);
    hipHostMalloc(&s, n, hipHostAllocMapped);
    return hipHostMalloc(q + 1, n);
}
#define PIN(p, n) hipHostMalloc(p, n, hipHostMallocDefault)
#define PIN_OF(p, n) hipHostMalloc(&(p), n)
