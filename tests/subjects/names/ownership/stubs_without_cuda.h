#ifdef HAVE_CUDA
#include <cuda_runtime.h>
#else
typedef int cudaError_t;
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
#define cudaSuccess 0
#define cudaFuncSetAttribute(kernel, what, value) (0)
static const int cudaErrorUnknown = 3;
inline cudaError_t cudaMalloc(void **, size_t) { return 0; }
#endif
#ifndef HAVE_CUDA
inline cudaError_t cudaFree(void *p) { return free(p), cudaSuccess; }
static cudaError_t (*cudaHostAlloc)(void **, size_t, int);  // expect: TOOL006
#endif
inline void f(void **p) { cudaMalloc(p, 4); cudaFree(*p); }
// ==== output
#ifdef HAVE_CUDA
#include <hip/hip_runtime.h>
#else
typedef int hipError_t;
enum hipMemcpyKind { hipMemcpyHostToDevice, hipMemcpyDeviceToHost };
#define hipSuccess 0
#define hipFuncSetAttribute(kernel, what, value) (0)
static const int hipErrorUnknown = 3;
inline hipError_t hipMalloc(void **, size_t) { return 0; }
#endif
#ifndef HAVE_CUDA
inline hipError_t hipFree(void *p) { return free(p), hipSuccess; }
static hipError_t (*cudaHostAlloc)(void **, size_t, int);  // expect: TOOL006
#endif
inline void f(void **p) { hipMalloc(p, 4); hipFree(*p); }
