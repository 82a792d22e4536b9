#include <windows.h>
#include <cuda_runtime.h>
__device__ int f(int a) { return __vadd4(a, 1); }
// ==== output
#include "hipify_compat.hpp"
#include <windows.h>
#include <hip/hip_runtime.h>
__device__ int f(int a) { return __vadd4(a, 1); }
