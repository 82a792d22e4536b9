#include <hip/hip_runtime.h>
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
int a;
#endif
#ifdef __NVCC__
int b;
#endif
