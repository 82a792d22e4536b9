#include <cuda_runtime.h>
__device__ auto h(const float *p, double d) { auto v = p[0]; auto w = d; return rsqrt(v) + rsqrt(w); }
// ==== output
#include <hip/hip_runtime.h>
__device__ auto h(const float *p, double d) { auto v = p[0]; auto w = d; return rsqrtf(v) + rsqrt(w); }
