#include <cuda_runtime.h>
// A name of HIP only: it does not make the file one for HIP.
__device__ unsigned __lane_id() { return threadIdx.x & 31; }  // expect: API006, WRP002
__device__ unsigned votes(unsigned mask, int p) {
  return __lane_id() == 0 ? __ballot_sync(mask, p) : 0;
}
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
// A name of HIP only: it does not make the file one for HIP.
__device__ unsigned __lane_id() { return threadIdx.x & 31; }  // expect: API006, WRP002
__device__ unsigned votes(unsigned mask, int p) {
  return __lane_id() == 0 ? hipify_compat::ballot_sync(mask, p) : 0;
}
