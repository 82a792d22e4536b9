#include <cuda_fp16.h>
#if __CUDA_ARCH__ < 610  // expect: ARC002
static __device__ int __dp4a(int a, int b, int c) { return a * b + c; }
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
__device__ half atomicAdd(half *p, half v) { return v; }
#endif
__global__ void k(int *o, half *h, half v) {
    o[0] = __dp4a(o[1], o[2], o[3]);
    atomicAdd(h, v);
}
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#include <hip/hip_fp16.h>
#if __CUDA_ARCH__ < 610  // expect: ARC002
static __device__ int __dp4a(int a, int b, int c) { return a * b + c; }
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
__device__ half atomicAdd(half *p, half v) { return v; }
#endif
__global__ void k(int *o, half *h, half v) {
    o[0] = __dp4a(o[1], o[2], o[3]);
    atomicAdd(h, v);
}
