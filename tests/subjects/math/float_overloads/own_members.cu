#include <cuda_runtime.h>
struct V {
  float x;
  __device__ float rsqrt() const { return x; }
  __device__ float rsqrt(float y) const { return x * y; }
  __device__ float both(float y) const { return rsqrt(y) + ::rsqrt(y); }
  __device__ float outside(float y) const;
};
struct W : V { __device__ float inherited(float y) const { return rsqrt(y); } };
__device__ float V::outside(float y) const { return rsqrt(y); }
__device__ float f(float a, double d, V v) { return v.rsqrt() + rsqrt(a) + rsqrt(d); }
// ==== output
#include <hip/hip_runtime.h>
struct V {
  float x;
  __device__ float rsqrt() const { return x; }
  __device__ float rsqrt(float y) const { return x * y; }
  __device__ float both(float y) const { return rsqrt(y) + ::rsqrtf(y); }
  __device__ float outside(float y) const;
};
struct W : V { __device__ float inherited(float y) const { return rsqrt(y); } };
__device__ float V::outside(float y) const { return rsqrt(y); }
__device__ float f(float a, double d, V v) { return v.rsqrt() + rsqrtf(a) + rsqrt(d); }
