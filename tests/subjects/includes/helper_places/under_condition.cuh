#include <stdio.h>
#ifdef __CUDACC__
#include <cuda_runtime.h>
__device__ int f(int a) { return __vadd4(a, 1); }
#endif
// ==== output
#include <stdio.h>
#ifdef __HIPCC__
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
__device__ int f(int a) { return __vadd4(a, 1); }
#endif
