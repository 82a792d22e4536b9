// What has one answer on all GPUs of CUDA 13 is answered so where the code for them carries over.
__device__ float f(float a, float *p) {
#if __CUDA_ARCH__ >= 530
  a = gelu(a);
#else
  a = 0;
#endif
#if (__CUDA_ARCH__ >= 610) && defined(DOT)
  a += __dp4a(1, 2, 3);
#endif
#if __CUDA_ARCH__ >= 800  // expect: ARC002
  return 3;
#elif defined(__CUDA_ARCH__) && (__CUDA_ARCH__ < 700)
  return 2;
#else
  return atomicAdd(p, a);
#endif
}
#if __CUDA_ARCH__ >= 700
__device__ void g(float *p) { __syncwarp(); }
#else
__device__ void g(volatile float *p) {}
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
__device__ double add(double *to, double value);
#endif
// ==== output
// What has one answer on all GPUs of CUDA 13 is answered so where the code for them carries over.
#include "hipify_compat.hpp"
__device__ float f(float a, float *p) {
#if defined(__HIP_DEVICE_COMPILE__)
  a = gelu(a);
#else
  a = 0;
#endif
#if (defined(__HIP_DEVICE_COMPILE__)) && defined(DOT)
  a += __dp4a(1, 2, 3);
#endif
#if __CUDA_ARCH__ >= 800  // expect: ARC002
  return 3;
#elif defined(__CUDA_ARCH__) && (__CUDA_ARCH__ < 700)
  return 2;
#else
  return atomicAdd(p, a);
#endif
}
#if defined(__HIP_DEVICE_COMPILE__)
__device__ void g(float *p) { __syncwarp(); }
#else
__device__ void g(volatile float *p) {}
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
__device__ double add(double *to, double value);
#endif
