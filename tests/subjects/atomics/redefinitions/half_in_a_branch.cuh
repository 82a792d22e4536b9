#include <cuda_runtime.h>
#ifdef A
__device__ float atomicMax(float *a, float v) {
#else
__device__ float atomicMax(float *a, float v) {
#endif
  return atomicMax((int *)a, v);
}
// ==== output
#include <hip/hip_runtime.h>
#ifdef A
__device__ float atomicMax(float *a, float v) {
#else
__device__ float atomicMax(float *a, float v) {
#endif
  return atomicMax((int *)a, v);
}
