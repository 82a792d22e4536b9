#include <cuda_runtime.h>
__device__ float atomicMax(float *a, float v) {
  return atomicMax((int *)a, v);
}  // this \
goes on
int a;
// ==== output
#include <hip/hip_runtime.h>
#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings this function
__device__ float atomicMax(float *a, float v) {
  return atomicMax((int *)a, v);
}  // this \
goes on
#endif
int a;
