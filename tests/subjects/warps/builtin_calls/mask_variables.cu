#include <cuda_runtime.h>
__device__ unsigned below(int n);
__device__ int f(int v, int n) {
  const unsigned mask = __ballot_sync(0xffffffff, v < n);
  v += __shfl_down_sync(mask, v, 1);
  return v + __popc(mask);
}
__device__ int g(int v, int n) { const unsigned mask = below(n); return __shfl_sync(mask, v, 0); }
__device__ int h(int v, int n) { return __shfl_sync(below(n), v, 0); }  // expect: WRP004
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
__device__ unsigned below(int n);
__device__ int f(int v, int n) {
  const unsigned mask = hipify_compat::ballot_sync(0xffffffff, v < n);
  v += __shfl_down(v, 1, 32);
  return v + __popc(mask);
}
__device__ int g(int v, int n) { const unsigned mask = below(n); return __shfl(v, 0, 32); }
__device__ int h(int v, int n) { return __shfl_sync(below(n), v, 0); }  // expect: WRP004
