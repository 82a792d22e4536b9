#include <cuda_runtime.h>
#if CUDART_VERSION < 12010  // expect: ARC006
static CUresult cuMulticastCreate(void **p) { return CUDA_SUCCESS; }  // expect: TOOL006
#endif
#if CUDART_VERSION < 12020  // expect: ARC006
typedef int CUmulticastObjectProp;
static void cudaNewFunction(int) {}
#endif
#if CUDART_VERSION < 12030
#define cudaUnusedFunction(p) p
#endif
#if CUDART_VERSION < 12040
static void cudaOtherFunction(int) {}
#else
static void cudaOtherFunction(long) {}
#endif
void f(void *p) {
  cuMulticastCreate(&p);
  CUmulticastObjectProp x;
  cudaNewFunction(3);
  cudaOtherFunction(3);
}
// ==== output
#include <hip/hip_runtime.h>
#if CUDART_VERSION < 12010  // expect: ARC006
static hipError_t cuMulticastCreate(void **p) { return hipSuccess; }  // expect: TOOL006
#endif
#if CUDART_VERSION < 12020  // expect: ARC006
typedef int CUmulticastObjectProp;
static void cudaNewFunction(int) {}
#endif
#if !defined(__HIP_PLATFORM_AMD__) && CUDART_VERSION < 12030
#define cudaUnusedFunction(p) p
#endif
#if !defined(__HIP_PLATFORM_AMD__) && CUDART_VERSION < 12040
static void cudaOtherFunction(int) {}
#else
static void cudaOtherFunction(long) {}
#endif
void f(void *p) {
  cuMulticastCreate(&p);
  CUmulticastObjectProp x;
  cudaNewFunction(3);
  cudaOtherFunction(3);
}
