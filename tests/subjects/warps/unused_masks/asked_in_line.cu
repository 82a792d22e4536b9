#include <cuda_runtime.h>
__device__ int f(int v) { const unsigned all = 0xffffffff; return __shfl_sync(all, v, 0); }
__device__ int g(int v) { unsigned m = __activemask(); unsigned n = m; return __shfl_sync(n, v, 0) + __shfl_sync(m, v, 1); }
// ==== output
#include <hip/hip_runtime.h>
__device__ int f(int v) { return __shfl(v, 0, 32); }
__device__ int g(int v) { return __shfl(v, 0, 32) + __shfl(v, 1, 32); }
