#ifdef __CUDA_ARCH__
int a;
#endif
#ifndef __CUDA_ARCH__
int b;
#endif
#if defined(__CUDA_ARCH__)
int c;
#elif !defined __CUDA_ARCH__ || LATER
int d;
#endif
#if __CUDA_ARCH__
int e;
#elif !__CUDA_ARCH__
int g;
#endif
#if __CUDA_ARCH__ >= 350 || (__CUDA_ARCH__ < 300)
int h;
#endif
#if (__CUDA_ARCH__ > 0) && VERSION > 3
int i;
#endif
#if __CUDA_ARCH__ == 0 || __CUDA_ARCH__ <= 0
int j;
#endif
// ==== output
#ifdef __HIP_DEVICE_COMPILE__
int a;
#endif
#ifndef __HIP_DEVICE_COMPILE__
int b;
#endif
#if defined(__HIP_DEVICE_COMPILE__)
int c;
#elif !defined __HIP_DEVICE_COMPILE__ || LATER
int d;
#endif
#if defined(__HIP_DEVICE_COMPILE__)
int e;
#elif !defined(__HIP_DEVICE_COMPILE__)
int g;
#endif
#if defined(__HIP_DEVICE_COMPILE__) || (!defined(__HIP_DEVICE_COMPILE__))
int h;
#endif
#if (defined(__HIP_DEVICE_COMPILE__)) && VERSION > 3
int i;
#endif
#if !defined(__HIP_DEVICE_COMPILE__) || !defined(__HIP_DEVICE_COMPILE__)
int j;
#endif
