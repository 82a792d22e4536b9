#if __CUDA_ARCH__ >= 700  // expect: API038
int a;
#elif __CUDA_ARCH__ == 600  // expect: API038
int b;
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800  // expect: API038
int c;
#endif
#if __CUDA_ARCH__ / 100 == 7  // expect: API038
int d;
#endif
#if NEEDED > __CUDA_ARCH__  // expect: API038
int e;
#endif
#if __CUDA_ARCH__ >= NEEDED  // expect: API038
int g;
#endif
int h = __CUDA_ARCH__;  // expect: API001
#define ARCH __CUDA_ARCH__  // expect: API038
#define IS(n) (__CUDA_ARCH__ >= n)  // expect: API038
