#ifndef __CUDA_RUNTIME_H__
#error "include cuda_runtime.h first"
#endif
#if defined(__DRIVER_TYPES_H__) && defined ( CUBLAS_API_H_ )
const char *text(cudaError_t error);  // CUBLAS_API_H_
#elif !defined(_CUFFT_H_)
const char *name = "CUBLAS_API_H_";
#endif
#ifdef __CUDA_FP16_H__  // expect: API036
half one;
#endif
#ifdef __NVRTC_H__  // expect: API001
#endif
#ifdef NCCL_H_
#endif
// ==== output
#ifndef HIP_INCLUDE_HIP_HIP_RUNTIME_H
#error "include cuda_runtime.h first"
#endif
#if defined(HIP_INCLUDE_HIP_HIP_RUNTIME_API_H) && defined ( HIPBLAS_H )
const char *text(hipError_t error);  // CUBLAS_API_H_
#elif !defined(HIPFFT_H_)
const char *name = "CUBLAS_API_H_";
#endif
#ifdef HIP_INCLUDE_HIP_HIP_FP16_H  // expect: API036
half one;
#endif
#ifdef __NVRTC_H__  // expect: API001
#endif
#ifdef NCCL_H_
#endif
