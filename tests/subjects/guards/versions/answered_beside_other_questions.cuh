#include <cuda_runtime.h>
#if CUDART_VERSION < 11000
#error "CUDA 11 or newer is needed"
#endif
#if CUDART_VERSION >= 11020 && !defined(NO_ASYNC)
#define ALLOC(p, n) cudaMallocAsync(p, n, 0)
#else
#define ALLOC(p, n) cudaMalloc(p, n)
#endif
#if CUDART_VERSION >= 11020 && !defined(NO_MMA)  // expect: ARC006
inline void other(cudaGraphDeviceNode_t n) {}  // expect: API001
#endif
// ==== output
#include <hip/hip_runtime.h>
#if !defined(__HIP_PLATFORM_AMD__) && CUDART_VERSION < 11000
#error "CUDA 11 or newer is needed"
#endif
#if (defined(__HIP_PLATFORM_AMD__) || CUDART_VERSION >= 11020) && !defined(NO_ASYNC)
#define ALLOC(p, n) hipMallocAsync(p, n, 0)
#else
#define ALLOC(p, n) hipMalloc(p, n)
#endif
#if CUDART_VERSION >= 11020 && !defined(NO_MMA)  // expect: ARC006
inline void other(cudaGraphDeviceNode_t n) {}  // expect: API001
#endif
