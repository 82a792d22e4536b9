#include <cuda_fp16.h>
__device__ __half atomicAdd(__half *sum, __half value) { return *sum = __hadd(*sum, value); }
template <class T> __device__ T add(T *sum, T value) { return atomicAdd(sum, value); }
__global__ void k(__half *p) { add(p, p[1]); }
// ==== output
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
__device__ __half atomicAdd(__half *sum, __half value) { return *sum = __hadd(*sum, value); }
template <class T> __device__ T add(T *sum, T value) { return atomicAdd(sum, value); }
__global__ void k(__half *p) { add(p, p[1]); }
