#include <cuda_runtime.h>
struct A {
  public: friend float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x, a.y * b.y); }
};
// ==== output
#include <hip/hip_runtime.h>
struct A {
  public: template <int = 0> friend float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x, a.y * b.y); }
};
