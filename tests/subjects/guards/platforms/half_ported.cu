#ifdef __HIPCC__
#define GPU_AMD
#endif
#include <cuda_runtime.h>
#ifdef __CUDACC__
#define HD __host__ __device__
#else
#define HD
#endif
HD inline int side() {
#if __CUDA_ARCH__  // expect: ARC001
    return 1;
#endif
    return 0;
}
__global__ void k(int *p) {
#ifdef __NVCC__
    p[0] = side();
#endif
#if __CUDA_ARCH__ >= 600  // expect: ARC002
    p[1] = 1;
#endif
#if __CUDA_ARCH__ >= 900 && !defined(__HIPCC__)
    p[1] = 2;
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800  // expect: ARC002
    p[1] = 3;
#endif
#ifdef __HIPCC__
    p[1] = 4;
#elif __CUDA_ARCH__ >= 800
    p[1] = 5;
#endif
}
// ==== output
#ifdef __HIPCC__
#define GPU_AMD
#endif
#include <hip/hip_runtime.h>
#ifdef __HIPCC__
#define HD __host__ __device__
#else
#define HD
#endif
HD inline int side() {
#if __CUDA_ARCH__  // expect: ARC001
    return 1;
#endif
    return 0;
}
__global__ void k(int *p) {
#ifdef __HIPCC__
    p[0] = side();
#endif
#if __CUDA_ARCH__ >= 600  // expect: ARC002
    p[1] = 1;
#endif
#if __CUDA_ARCH__ >= 900 && !defined(__HIPCC__)
    p[1] = 2;
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800  // expect: ARC002
    p[1] = 3;
#endif
#ifdef __HIPCC__
    p[1] = 4;
#elif __CUDA_ARCH__ >= 800
    p[1] = 5;
#endif
}
