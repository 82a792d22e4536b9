#include <cuda_runtime.h>
__global__ void sum(float *o) {
  float v = o[threadIdx.x];
  for (int d = ::warpSize / 2; d; d /= 2) v += ::__shfl_down_sync(~0u, v, d);
  o[0] = v;
}
__global__ void block(float *o) {
  { int warpSize = 8; warpSize = 9; o[threadIdx.x % warpSize] = 0; }
  if (threadIdx.x % warpSize == 0) o[threadIdx.x / warpSize] = 1;
}
// ==== output
#include <hip/hip_runtime.h>
__global__ void sum(float *o) {
  float v = o[threadIdx.x];
  for (int d = 32 / 2; d; d /= 2) v += ::__shfl_down(v, d, 32);
  o[0] = v;
}
__global__ void block(float *o) {
  { int warpSize = 8; warpSize = 9; o[threadIdx.x % warpSize] = 0; }
  if (threadIdx.x % 32 == 0) o[threadIdx.x / 32] = 1;
}
