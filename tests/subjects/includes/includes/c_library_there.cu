#include <cuda_runtime.h>
#include <cstring>
#include <math.h>
__global__ void kernel() { memset(a, 0, n); isnan(x); }
// ==== output
#include <hip/hip_runtime.h>
#include <cstring>
#include <math.h>
__global__ void kernel() { memset(a, 0, n); isnan(x); }
