// Integers of 64 bits from what may not fit: CUDA gives the nearest, a cast of HIP anything.
__global__ void k(long long *o, unsigned long long *u, float f, double d, __half h) {
  o[0] = __float2ll_rz(f) + __double2ll_rn(d) + __half2ll_rz(h);
  u[0] = __float2ull_rd(f) + __double2ull_ru(d) + __half2ull_rn(h);
  o[1] = __float2int_rz(f) + (long long)f;
}
// ==== output
// Integers of 64 bits from what may not fit: CUDA gives the nearest, a cast of HIP anything.
#include <hip/hip_runtime.h>
#include "hipify_ptx.hpp"
__global__ void k(long long *o, unsigned long long *u, float f, double d, __half h) {
  o[0] = hipify_ptx::float2ll_rz(f) + hipify_ptx::double2ll_rn(d) + hipify_ptx::float2ll_rz(__half2float(h));
  u[0] = hipify_ptx::float2ull_rd(f) + hipify_ptx::double2ull_ru(d) + hipify_ptx::float2ull_rn(__half2float(h));
  o[1] = __float2int_rz(f) + (long long)f;
}
