#include <cuda_fp16.h>
template <class T> __device__ T add(void *sum, T value) { return atomicAdd(reinterpret_cast<T *>(sum), value); }
__global__ void k(void *p) { add<__half>(p, __half(1.f)); }
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#include <hip/hip_fp16.h>
template <class T> __device__ T add(void *sum, T value) { return atomicAdd(reinterpret_cast<T *>(sum), value); }
__global__ void k(void *p) { add<__half>(p, __half(1.f)); }
