#include <cuda_runtime.h>
#undef cudaMalloc
#undef cudaStream_t  // a macro of wrappers.h
#define cudaFree(p) counted(p)  // expect: TOOL006
void f(void *p) { cudaFree(p); }
#undef cudaFree
void g(void **p, cudaStream_t s) { cudaMalloc(p, 4); }
// ==== output
#include <hip/hip_runtime.h>
#undef cudaMalloc
#undef cudaStream_t  // a macro of wrappers.h
#define cudaFree(p) counted(p)  // expect: TOOL006
void f(void *p) { cudaFree(p); }
#undef cudaFree
void g(void **p, hipStream_t s) { hipMalloc(p, 4); }
