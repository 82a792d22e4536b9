#include <cuda_runtime.h>

// False on AMD, as on the host: nothing to decide.
#if __CUDA_ARCH__ < 600 and defined(__CUDA_ARCH__)
__device__ int old;
#endif

#if not defined(__CUDA_ARCH__) or (__CUDA_ARCH__ < 700)  // expect: ARC002
__device__ int either;
#endif

#if defined(__CUDA_ARCH__) and not defined(HOST_ONLY)
__device__ int on_device;
#endif
// ==== output
#include <hip/hip_runtime.h>

// False on AMD, as on the host: nothing to decide.
#if __CUDA_ARCH__ < 600 and defined(__CUDA_ARCH__)
__device__ int old;
#endif

#if not defined(__CUDA_ARCH__) or (__CUDA_ARCH__ < 700)  // expect: ARC002
__device__ int either;
#endif

#if defined(__HIP_DEVICE_COMPILE__) and not defined(HOST_ONLY)
__device__ int on_device;
#endif
