#include <cuda_fp16.h>
#include <cuda_bf16.h>
__device__ __half atomicAdd(__half *sum, __half value) { return *sum = __hadd(*sum, value); }
template <class T> __device__ T add(T *sum, T value) { return atomicAdd(sum, value); }
__global__ void k(__half *p, __nv_bfloat16 *q) { add(p, p[1]), add(q, q[1]); }
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#include <hip/hip_fp16.h>
#include <hip/hip_bf16.h>
__device__ __half atomicAdd(__half *sum, __half value) { return *sum = __hadd(*sum, value); }
template <class T> __device__ T add(T *sum, T value) { return atomicAdd(sum, value); }
__global__ void k(__half *p, __hip_bfloat16 *q) { add(p, p[1]), add(q, q[1]); }
