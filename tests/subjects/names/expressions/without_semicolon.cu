#include <cuda_runtime.h>
#include <cub/cub.cuh>
#define FREE(x) CubDebugExit(cudaFree(x))
void f(float* a, float* b, bool is_last) {
  CubDebugExit(cudaFree(a))
  if (is_last) CubDebugExit(cudaFree(b)) else CubDebugExit(cudaFree(a));
  CubDebugExit(cudaDeviceSynchronize())
}
// ==== output
#include <hip/hip_runtime.h>
#include <hipcub/hipcub.hpp>
#define FREE(x) (HipcubDebug(hipFree(x)) ? exit(1) : void())
void f(float* a, float* b, bool is_last) {
  (HipcubDebug(hipFree(a)) ? exit(1) : void());
  if (is_last) (HipcubDebug(hipFree(b)) ? exit(1) : void()); else (HipcubDebug(hipFree(a)) ? exit(1) : void());
  (HipcubDebug(hipDeviceSynchronize()) ? exit(1) : void());
}
