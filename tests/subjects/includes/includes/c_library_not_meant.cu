#include <cuda_runtime.h>
__global__ void kernel() { object.memset(a); mine::isnan(x); std::strlen(s); int strcmp = 3; }
// memcpy(a, b, n)
// ==== output
#include <hip/hip_runtime.h>
__global__ void kernel() { object.memset(a); mine::isnan(x); std::strlen(s); int strcmp = 3; }
// memcpy(a, b, n)
