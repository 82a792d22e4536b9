#include <cuda_runtime.h>

__global__ void k(float *p, float4 v, double d, int i) {
    float f = p[0];
    p[0] = rsqrt(f) + ::exp10(v.x * v.x + 1e-6f) + erfinv(p[i]) + jn(2, f);
    p[1] = rsqrt(d) + rsqrt(f * d) + rsqrt(f * 2.0) + rsqrt(1.0 / i);
}
template <class T> __device__ T inverse(T x) { return rsqrt(x); }
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"

__global__ void k(float *p, float4 v, double d, int i) {
    float f = p[0];
    p[0] = rsqrtf(f) + ::exp10f(v.x * v.x + 1e-6f) + erfinvf(p[i]) + jnf(2, f);
    p[1] = rsqrt(d) + rsqrt(f * d) + rsqrt(f * 2.0) + rsqrt(1.0 / i);
}
template <class T> __device__ T inverse(T x) { return rsqrt(x); }
