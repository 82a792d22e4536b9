#if !defined(__CUDACC__) && !defined(__HIPCC__)
#define HD
#elif defined(__CUDACC__)
#include <cuda_runtime.h>
#define HD __host__ __device__
#endif
#if !(defined(__NVCC__) || defined(__HIPCC__))
#error "compile with nvcc or hipcc"
#endif
HD inline int side() {
#if __CUDA_ARCH__
    return 1;
#elif defined(__NVCC__)
    return 0;
#endif
    return -1;
}
// ==== output
#if !defined(__CUDACC__) && !defined(__HIPCC__)
#define HD
#elif defined(__HIPCC__)
#include <hip/hip_runtime.h>
#define HD __host__ __device__
#endif
#if !(defined(__NVCC__) || defined(__HIPCC__))
#error "compile with nvcc or hipcc"
#endif
HD inline int side() {
#if defined(__HIP_DEVICE_COMPILE__)
    return 1;
#elif defined(__HIPCC__)
    return 0;
#endif
    return -1;
}
