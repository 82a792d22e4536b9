#if __CUDA_ARCH__ >= 700  // expect: ARC002
int a;
#elif __CUDA_ARCH__ == 600
int b;
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800  // expect: ARC002
int c;
#endif
#if __CUDA_ARCH__ / 100 == 7
int d;
#endif
#if NEEDED > __CUDA_ARCH__  // expect: ARC002
int e;
#endif
#if __CUDA_ARCH__ >= NEEDED  // expect: ARC002
int g;
#endif
int h = __CUDA_ARCH__;  // expect: API001
#define ARCH __CUDA_ARCH__  // expect: ARC002
#define IS(n) (__CUDA_ARCH__ >= n)  // expect: ARC002
