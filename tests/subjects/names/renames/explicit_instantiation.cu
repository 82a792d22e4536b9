#include <cuda_runtime.h>
#include <vector>
template cudaError_t f<int>(int);
#define FOR(T) \
    template  cudaError_t g<T>(T);
void h() { a.template cudaMalloc<int>(3) + p->template cudaFree<int>(3) + T::template cudaFree<int>(3); }
// ==== output
#include <hip/hip_runtime.h>
#include <vector>
template hipError_t f<int>(int);
#define FOR(T) \
    template  hipError_t g<T>(T);
void h() { a.template cudaMalloc<int>(3) + p->template cudaFree<int>(3) + T::template cudaFree<int>(3); }
