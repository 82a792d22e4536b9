#include <cuda_runtime.h>
#include <cuda_bf16.h>
template <class T> __device__ void add(T *sums, int i, T value) { atomicAdd(&sums[i], value); }
__global__ void k(__nv_bfloat16 *p) { add(p, 0, p[1]); }
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#include <hip/hip_bf16.h>
template <class T> __device__ void add(T *sums, int i, T value) { atomicAdd(&sums[i], value); }
__global__ void k(__hip_bfloat16 *p) { add(p, 0, p[1]); }
