#include <cuda_runtime.h>
#if defined(__CUDA_ARCH__)  // expect: ARC002
#define IS_CUDA true
#else
#define IS_CUDA false
#endif
#if defined(__HIP_DEVICE_COMPILE__)
#define IS_HIP true
#endif
#if !defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__)
#define IS_HOST true
#endif
// ==== output
#include <hip/hip_runtime.h>
#if defined(__CUDA_ARCH__)  // expect: ARC002
#define IS_CUDA true
#else
#define IS_CUDA false
#endif
#if defined(__HIP_DEVICE_COMPILE__)
#define IS_HIP true
#endif
#if !defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__)
#define IS_HOST true
#endif
