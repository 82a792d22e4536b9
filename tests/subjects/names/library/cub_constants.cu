#include <cub/cub.cuh>
__global__ void k(int *x) {
  __shared__ cub::WarpReduce<int>::TempStorage t[256 / CUB_PTX_WARP_THREADS];
  x[0] = threadIdx.x >> CUB_PTX_LOG_WARP_THREADS;
}
int f(int v) { return cub::PtxVersion(v) + cub::SmVersion(v); }  // expect: API001
// ==== output
#include <hip/hip_runtime.h>
#include <hipcub/hipcub.hpp>
__global__ void k(int *x) {
  __shared__ hipcub::WarpReduce<int, 32>::TempStorage t[256 / 32];
  x[0] = threadIdx.x >> 5;
}
int f(int v) { return hipcub::PtxVersion(v) + hipcub::SmVersion(v); }  // expect: API001
