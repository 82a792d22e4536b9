#define CUDA_VERSION 9000  // expect: TOOL006
#if CUDA_VERSION >= 8000
void f();
#endif
