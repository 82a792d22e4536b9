#include <cuda_runtime.h>
#ifdef DOUBLE
typedef double real;
#else
typedef float real;
#endif
__device__ void f(real x, real *r) { sincos(x, r, r + 1); }
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#ifdef DOUBLE
typedef double real;
#else
typedef float real;
#endif
__device__ void f(real x, real *r) { sincos(x, r, r + 1); }
