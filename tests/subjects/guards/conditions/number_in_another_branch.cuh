#ifndef __CUDA_ARCH__
#define PTX_ARCH 0  // expect: ARC002
#else
#define PTX_ARCH __CUDA_ARCH__  // expect: ARC002
#endif
