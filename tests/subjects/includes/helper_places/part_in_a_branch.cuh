#if !defined CUDA_DISABLER
#include <cuda_runtime.h>
__device__ int f(int a) { return __vadd4(a, 1); }
#endif
int g();
// ==== output
#include "hipify_compat.hpp"
#if !defined CUDA_DISABLER
#include <hip/hip_runtime.h>
__device__ int f(int a) { return __vadd4(a, 1); }
#endif
int g();
