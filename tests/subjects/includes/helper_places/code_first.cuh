#include <stdio.h>
__device__ int f(int a) { return __vadd4(a, 1); }
#include <cuda_runtime.h>
// ==== output
#include "hipify_compat.hpp"
#include <stdio.h>
__device__ int f(int a) { return __vadd4(a, 1); }
#include <hip/hip_runtime.h>
