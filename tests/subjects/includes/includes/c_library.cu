#include <cuda_runtime.h>
__global__ void kernel() { memset(a, 0, n); isnan(x); }
// ==== output
#include <string.h>
#include <math.h>
#include <hip/hip_runtime.h>
__global__ void kernel() { memset(a, 0, n); isnan(x); }
