#include <cuda_runtime.h>
void f(dim3 d, uint3 v, int n) {
  uint3 u = d;
  dim3 e = v, g(v), h{v};
  uint3 w(d);
  dim3 same = d;
  dim3 i = n;
  const uint3 *p = &v;
  dim3 q = *p;
}
// ==== output
#include <hip/hip_runtime.h>
void f(dim3 d, uint3 v, int n) {
  uint3 u = make_uint3(d.x, d.y, d.z);
  dim3 e = dim3(v.x, v.y, v.z), g(v.x, v.y, v.z), h{dim3(v.x, v.y, v.z)};
  uint3 w(make_uint3(d.x, d.y, d.z));
  dim3 same = d;
  dim3 i = n;
  const uint3 *p = &v;
  dim3 q = *p;
}
