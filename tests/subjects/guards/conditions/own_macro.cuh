#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 0
#endif
#if __CUDA_ARCH__ >= 350
int a;
#endif
