#include <cmath>
// CUDA makes a double of a float and an int, HIP a float.
template <class T> __global__ void k(T t, float x, int n, unsigned u, double d, double *o) {
  o[0] = pow(x, 2) + pow(x * 2, n + 1) + std::pow(x, n) + ::pow(x, 3);
  o[1] = pow(t, 2) + pow(x, u) + pow(d, n) + pow(x, 2.0f) + powf(x, 2);
  o[2] = __saturatef(x);
}
double on_host(float x) { return pow(x, 2); }
namespace own { __device__ float pow(float x, int n); __device__ float f(float x) { return pow(x, 2); } }
// ==== output
#include <hip/hip_runtime.h>
#include <cmath>
// CUDA makes a double of a float and an int, HIP a float.
template <class T> __global__ void k(T t, float x, int n, unsigned u, double d, double *o) {
  o[0] = pow(static_cast<double>(x), 2) + pow(static_cast<double>(x * 2), n + 1) + std::pow(static_cast<double>(x), n) + ::pow(static_cast<double>(x), 3);
  o[1] = pow(t, 2) + pow(x, u) + pow(d, n) + pow(x, 2.0f) + powf(x, 2);
  o[2] = fminf(fmaxf(x, 0.0f), 1.0f);
}
double on_host(float x) { return pow(x, 2); }
namespace own { __device__ float pow(float x, int n); __device__ float f(float x) { return pow(x, 2); } }
