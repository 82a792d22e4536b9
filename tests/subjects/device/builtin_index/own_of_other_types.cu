#include <cuda_runtime.h>
struct Q { int x, y; };
template <class T> __device__ int f(T blockIdx) { return blockIdx.x; }
__device__ int g() { Q threadIdx = {7, 8}; struct { int x, y; } blockDim = {7, 8}; return threadIdx.x + blockDim.y; }
// ==== output
#include <hip/hip_runtime.h>
struct Q { int x, y; };
template <class T> __device__ int f(T blockIdx) { return blockIdx.x; }
__device__ int g() { Q threadIdx = {7, 8}; struct { int x, y; } blockDim = {7, 8}; return threadIdx.x + blockDim.y; }
