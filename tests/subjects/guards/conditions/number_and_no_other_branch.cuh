#ifdef __CUDA_ARCH__  // expect: ARC002
__device__ void g(unsigned* o) { if (o) assert(__CUDA_ARCH__ >= 900 && "x"); }  // expect: API001
#endif
