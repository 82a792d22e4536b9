#if defined(__CUDA_ARCH__) == 0
int a;
#endif
#if defined(__CUDA_ARCH__) >= 1 && ((__CUDA_ARCH__)) >= (350)
int b;
#endif
#if defined(__CUDA_\
ARCH__) && !__CUDA_ARCH__ == 0
int c;
#endif
#if __CUDA_ARCH__ >= 500-1  // expect: ARC002
int d;
#endif
#if __CUDA_ARCH__ >= 300 + 400  // expect: ARC002
int e;
#endif
#if __CUDA_ARCH__ >= 1 << 10  // expect: ARC002
int g;
#endif
#if __CUDA_ARCH__ >= 0 && AT_LEAST(1, __CUDA_ARCH__ >= 0)  // expect: ARC002
int h;
#endif
#if __CUDA_ARCH__ >= 0
int i;
#endif
// ==== output
#if defined(__HIP_DEVICE_COMPILE__) == 0
int a;
#endif
#if defined(__HIP_DEVICE_COMPILE__) >= 1 && ((defined(__HIP_DEVICE_COMPILE__)))
int b;
#endif
#if defined(__HIP_DEVICE_COMPILE__) && !defined(__HIP_DEVICE_COMPILE__) == 0
int c;
#endif
#if __CUDA_ARCH__ >= 500-1  // expect: ARC002
int d;
#endif
#if __CUDA_ARCH__ >= 300 + 400  // expect: ARC002
int e;
#endif
#if __CUDA_ARCH__ >= 1 << 10  // expect: ARC002
int g;
#endif
#if __CUDA_ARCH__ >= 0 && AT_LEAST(1, __CUDA_ARCH__ >= 0)  // expect: ARC002
int h;
#endif
#if __CUDA_ARCH__ >= 0
int i;
#endif
