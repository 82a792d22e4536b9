#include <cuda_runtime.h>
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ > 0)
#define WHERE "CUDA"
#elif defined(__HIP_DEVICE_COMPILE__)
#define WHERE "HIP"
#else
#define WHERE "host"
#endif
#if defined(__HIP_DEVICE_COMPILE__)
#define ON 2
#elif defined(__CUDA_ARCH__)
#define ON 1
#endif
#ifdef __CUDA_ARCH__
#define LANES 32
#else
#if __HIP_DEVICE_COMPILE__
#define LANES 64
#endif
#endif
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ > 0)  // expect: ARC002
#define IS_CUDA true
#endif
#ifdef __CUDA_ARCH__  // expect: ARC002
#if __HIP_DEVICE_COMPILE__
#endif
#endif
#if !defined(__CUDA_ARCH__)  // expect: ARC002
#define WHAT "host"
#elif defined(__HIP_DEVICE_COMPILE__)
#define WHAT "HIP"
#endif
#if defined(__HIP_DEVICE_COMPILE__)
#elif !defined(__CUDA_ARCH__)
#endif
// ==== output
#include <hip/hip_runtime.h>
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ > 0)
#define WHERE "CUDA"
#elif defined(__HIP_DEVICE_COMPILE__)
#define WHERE "HIP"
#else
#define WHERE "host"
#endif
#if defined(__HIP_DEVICE_COMPILE__)
#define ON 2
#elif defined(__CUDA_ARCH__)
#define ON 1
#endif
#ifdef __CUDA_ARCH__
#define LANES 32
#else
#if __HIP_DEVICE_COMPILE__
#define LANES 64
#endif
#endif
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ > 0)  // expect: ARC002
#define IS_CUDA true
#endif
#ifdef __CUDA_ARCH__  // expect: ARC002
#if __HIP_DEVICE_COMPILE__
#endif
#endif
#if !defined(__CUDA_ARCH__)  // expect: ARC002
#define WHAT "host"
#elif defined(__HIP_DEVICE_COMPILE__)
#define WHAT "HIP"
#endif
#if defined(__HIP_DEVICE_COMPILE__)
#elif !defined(__CUDA_ARCH__)
#endif
