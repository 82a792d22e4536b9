#include <cuda_runtime.h>
// No build for AMD reads this one, so it needs no condition of its own.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
__device__ double atomicAdd(double *p, double v) {
  unsigned long long *bits = (unsigned long long *)p, old = *bits, seen;
  do {
    seen = old;
    old = atomicCAS(bits, seen, __double_as_longlong(v + __longlong_as_double(seen)));
  } while (seen != old);
  return __longlong_as_double(old);
}
#endif
// AMD has no number, which is less than 600.
#if __CUDA_ARCH__ < 600
__device__ double atomicAdd(double *p, double v) {
  unsigned long long *bits = (unsigned long long *)p, old = *bits, seen;
  do {
    seen = old;
    old = atomicCAS(bits, seen, __double_as_longlong(v + __longlong_as_double(seen)));
  } while (seen != old);
  return __longlong_as_double(old);
}
#endif
// ==== output
#include <hip/hip_runtime.h>
// No build for AMD reads this one, so it needs no condition of its own.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
__device__ double atomicAdd(double *p, double v) {
  unsigned long long *bits = (unsigned long long *)p, old = *bits, seen;
  do {
    seen = old;
    old = atomicCAS(bits, seen, __double_as_longlong(v + __longlong_as_double(seen)));
  } while (seen != old);
  return __longlong_as_double(old);
}
#endif
// AMD has no number, which is less than 600.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
__device__ double atomicAdd(double *p, double v) {
  unsigned long long *bits = (unsigned long long *)p, old = *bits, seen;
  do {
    seen = old;
    old = atomicCAS(bits, seen, __double_as_longlong(v + __longlong_as_double(seen)));
  } while (seen != old);
  return __longlong_as_double(old);
}
#endif
