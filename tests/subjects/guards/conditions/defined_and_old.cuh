#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 300
int a;
#endif
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 350)
int b;
#endif
#if VERSION > 3 && __CUDA_ARCH__ >= 300
int c;
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 200
int d;
#endif
// ==== output
#if defined(__HIP_DEVICE_COMPILE__)
int a;
#endif
#if defined(__HIP_DEVICE_COMPILE__)
int b;
#endif
#if VERSION > 3 && defined(__HIP_DEVICE_COMPILE__)
int c;
#endif
#if !defined(__HIP_DEVICE_COMPILE__) || defined(__HIP_DEVICE_COMPILE__)
int d;
#endif
