#include <cuda_runtime_api.h>
#ifndef CUDART_VERSION
#error "none"
#elif CUDART_VERSION >= 10000
int a = cudaSuccess;
#else
int a = 1;
#endif
#if !defined(CUDA_VERSION)  // the driver's
#  error no version
#endif
#ifndef CUDA_VERSION  // expect: ARC006
#error none  // expect: ARC012
int b;
#endif
// ==== output
#include <hip/hip_runtime_api.h>
#if !defined(__HIP_PLATFORM_AMD__) && !defined(CUDART_VERSION)
#error "none"
#elif defined(__HIP_PLATFORM_AMD__) || CUDART_VERSION >= 10000
int a = hipSuccess;
#else
int a = 1;
#endif
#if !defined(__HIP_PLATFORM_AMD__) && !defined(CUDA_VERSION)  // the driver's
#  error no version
#endif
#ifndef CUDA_VERSION  // expect: ARC006
#error none  // expect: ARC012
int b;
#endif
