#include <cuda_fp16.h>
template <class T> __device__ T product(T a, T b) { return __hmul_sat(a, b); }
__global__ void k(__half *x) { x[0] = product(x[1], x[2]); }
// ==== output
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
template <class T> __device__ T product(T a, T b) { return __hmul_sat(a, b); }
__global__ void k(__half *x) { x[0] = product(x[1], x[2]); }
