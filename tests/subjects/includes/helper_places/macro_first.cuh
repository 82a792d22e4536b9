#include <stdio.h>
#define lane 7
#include <cuda_runtime.h>
__device__ int f(int a) { return __vadd4(a, 1); }
// ==== output
#include "hipify_compat.hpp"
#include <stdio.h>
#define lane 7
#include <hip/hip_runtime.h>
__device__ int f(int a) { return __vadd4(a, 1); }
