#include <cuda_runtime.h>
inline cudaError_t counted(void **p, size_t n) {
    return cudaMalloc(p, n);
}
#define cudaMalloc(p, n) counted((void **)(p), n)  // expect: TOOL006
#define cudaFree(p) (count(), cudaFree(p))  // expect: TOOL006
void f(int *p) {
    cudaMalloc(&p, 4);
    cudaFree(p);
}
// ==== output
#include <hip/hip_runtime.h>
inline hipError_t counted(void **p, size_t n) {
    return hipMalloc(p, n);
}
#define cudaMalloc(p, n) counted((void **)(p), n)  // expect: TOOL006
#define cudaFree(p) (count(), hipFree(p))  // expect: TOOL006
void f(int *p) {
    cudaMalloc(&p, 4);
    cudaFree(p);
}
