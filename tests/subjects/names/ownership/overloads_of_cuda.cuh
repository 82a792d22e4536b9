#include <cuda_runtime.h>
cudaError_t cudaFree(const void *p) { return cudaFree(const_cast<void *>(p)); }
template <class T> cudaError_t cudaMalloc(T *&p, size_t n) { return own_malloc(p, n); }
inline cudaError_t cudaHostAlloc(std::vector<int> *v) { return reserve(v); }
inline cudaError_t cudaMemset(float *p, float v, int n) { return ::cudaMemset(p, v, n); }
inline cudaError_t cudaMemcpy(float *p, float *q) { return pool.cudaMemcpy(p, q); }  // expect: TOOL006
extern "C" cudaError_t cudaFreeHost(void *p) { return real_free(p); }  // expect: TOOL006
void f(float *p) { cudaFree(p); cudaMemset(p, 0.5f, 4); cudaFreeHost(p); }
// ==== output
#include <hip/hip_runtime.h>
hipError_t hipFree(const void *p) { return hipFree(const_cast<void *>(p)); }
template <class T> hipError_t hipMalloc(T *&p, size_t n) { return own_malloc(p, n); }
inline hipError_t hipHostAlloc(std::vector<int> *v) { return reserve(v); }
inline hipError_t hipMemset(float *p, float v, int n) { return ::hipMemset(p, v, n); }
inline hipError_t cudaMemcpy(float *p, float *q) { return pool.cudaMemcpy(p, q); }  // expect: TOOL006
extern "C" hipError_t cudaFreeHost(void *p) { return real_free(p); }  // expect: TOOL006
void f(float *p) { hipFree(p); hipMemset(p, 0.5f, 4); cudaFreeHost(p); }
