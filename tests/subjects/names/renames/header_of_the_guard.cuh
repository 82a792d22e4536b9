#ifndef __cuda_cuda_h__
#include <cuda.h>
#endif
#ifdef __cuda_cuda_h__
CUresult f();
#endif
#if CUDART_VERSION > 7000
#include <cuda_fp16.h>
#endif
#ifdef __CUDA_FP16_H__  // expect: API036
__half h;
#endif
#ifndef __CUDA_BF16_H__  // expect: API036
#include "bf16_of_mine.h"
#endif
#ifndef __CUDA_FP8_H__  // expect: API036
#include <cuda_fp8.h>
#else
int has_fp8;
#endif
// ==== output
#ifndef HIP_INCLUDE_HIP_HIP_RUNTIME_H
#include <hip/hip_runtime.h>
#endif
#ifdef HIP_INCLUDE_HIP_HIP_RUNTIME_H
hipError_t f();
#endif
#if defined(__HIP_PLATFORM_AMD__) || CUDART_VERSION > 7000
#include <hip/hip_fp16.h>
#endif
#ifdef HIP_INCLUDE_HIP_HIP_FP16_H  // expect: API036
__half h;
#endif
#ifndef HIP_INCLUDE_HIP_HIP_BF16_H  // expect: API036
#include "bf16_of_mine.h"
#endif
#ifndef HIP_INCLUDE_HIP_HIP_FP8_H  // expect: API036
#include <hip/hip_fp8.h>
#else
int has_fp8;
#endif
