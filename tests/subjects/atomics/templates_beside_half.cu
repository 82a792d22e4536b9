#include <cuda_fp16.h>
template <class T> __global__ void k(float *sums, T *values, int *found) {
  atomicAdd(sums, static_cast<float>(values[0]));
  atomicMax(found, static_cast<int>(values[1]));
}
template __global__ void k<__half>(float *, __half *, int *);
// ==== output
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
template <class T> __global__ void k(float *sums, T *values, int *found) {
  atomicAdd(sums, static_cast<float>(values[0]));
  atomicMax(found, static_cast<int>(values[1]));
}
template __global__ void k<__half>(float *, __half *, int *);
