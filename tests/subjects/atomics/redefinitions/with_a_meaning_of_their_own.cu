#include <cuda_runtime.h>
// Whether the maximum grew.
__device__ float atomicMax(float *address, float value) {  // expect: API006
  float old = *address, assumed;
  do {
    assumed = old;
    if (assumed >= value) return 0.0f;
    old = __int_as_float(atomicCAS((int *)address, __float_as_int(assumed), __float_as_int(value)));
  } while (assumed != old);
  return 1.0f;
}
// The smallest by magnitude.
__device__ double atomicMin(double *address, double value) {  // expect: API006
  unsigned long long *p = (unsigned long long *)address, old = *p, assumed;
  do {
    assumed = old;
    if (fabs(__longlong_as_double(assumed)) <= fabs(value)) break;
    old = atomicCAS(p, assumed, __double_as_longlong(value));
  } while (assumed != old);
  return __longlong_as_double(old);
}
// The new value, and not the old one.
__device__ float atomicMin(float *address, float value) {  // expect: API006
  int *p = (int *)address, old = *p, assumed;
  float smallest;
  do {
    assumed = old;
    smallest = fminf(value, __int_as_float(assumed));
    old = atomicCAS(p, assumed, __float_as_int(smallest));
  } while (assumed != old);
  return smallest;
}
// Half of the value.
__device__ double atomicAdd(double *address, double value) {  // expect: API006
  unsigned long long *p = (unsigned long long *)address, old = *p, assumed;
  do {
    assumed = old;
    old = atomicCAS(p, assumed, __double_as_longlong(value * 0.5 + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
// What HIP's function does.
__device__ double atomicMax(double *address, double value) {
  unsigned long long *p = (unsigned long long *)address, old = *p, assumed;
  do {
    assumed = old;
    if (__longlong_as_double(assumed) >= value) break;
    old = atomicCAS(p, assumed, __double_as_longlong(value));
  } while (assumed != old);
  return __longlong_as_double(old);
}
// ==== output
#include <hip/hip_runtime.h>
// Whether the maximum grew.
__device__ float atomicMax(float *address, float value) {  // expect: API006
  float old = *address, assumed;
  do {
    assumed = old;
    if (assumed >= value) return 0.0f;
    old = __int_as_float(atomicCAS((int *)address, __float_as_int(assumed), __float_as_int(value)));
  } while (assumed != old);
  return 1.0f;
}
// The smallest by magnitude.
__device__ double atomicMin(double *address, double value) {  // expect: API006
  unsigned long long *p = (unsigned long long *)address, old = *p, assumed;
  do {
    assumed = old;
    if (fabs(__longlong_as_double(assumed)) <= fabs(value)) break;
    old = atomicCAS(p, assumed, __double_as_longlong(value));
  } while (assumed != old);
  return __longlong_as_double(old);
}
// The new value, and not the old one.
__device__ float atomicMin(float *address, float value) {  // expect: API006
  int *p = (int *)address, old = *p, assumed;
  float smallest;
  do {
    assumed = old;
    smallest = fminf(value, __int_as_float(assumed));
    old = atomicCAS(p, assumed, __float_as_int(smallest));
  } while (assumed != old);
  return smallest;
}
// Half of the value.
__device__ double atomicAdd(double *address, double value) {  // expect: API006
  unsigned long long *p = (unsigned long long *)address, old = *p, assumed;
  do {
    assumed = old;
    old = atomicCAS(p, assumed, __double_as_longlong(value * 0.5 + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
// What HIP's function does.
#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings this function
__device__ double atomicMax(double *address, double value) {
  unsigned long long *p = (unsigned long long *)address, old = *p, assumed;
  do {
    assumed = old;
    if (__longlong_as_double(assumed) >= value) break;
    old = atomicCAS(p, assumed, __double_as_longlong(value));
  } while (assumed != old);
  return __longlong_as_double(old);
}
#endif
