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
}
