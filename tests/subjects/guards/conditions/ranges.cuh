#if __CUDA_ARCH__ >= 300 && __CUDA_ARCH__ < 900  // expect: ARC002
int a;
#elif defined(__CUDA_ARCH__) && (__CUDA_ARCH__ > 600) && (__CUDA_ARCH__ <= 700)  // expect: ARC002
int b;
#elif __CUDA_ARCH__ < 300 || __CUDA_ARCH__ >= 900  // expect: ARC002
int c;
#elif __CUDA_ARCH__ >= 350 && __CUDA_ARCH__ == 600
int d;
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
int e;
#endif
#define IN_RANGE (__CUDA_ARCH__ >= 300 && __CUDA_ARCH__ < 900)  // expect: ARC002
