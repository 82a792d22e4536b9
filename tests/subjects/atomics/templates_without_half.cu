#include <cuda_runtime.h>
template <class T> __device__ void add(T *sum, T value) { atomicAdd(sum, value); }
__global__ void k(float *p, float2 *pairs) { add(p, pairs[0].x); }
// ==== output
#include <hip/hip_runtime.h>
template <class T> __device__ void add(T *sum, T value) { atomicAdd(sum, value); }
__global__ void k(float *p, float2 *pairs) { add(p, pairs[0].x); }
