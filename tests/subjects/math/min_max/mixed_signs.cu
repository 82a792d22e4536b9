#include <cuda_runtime.h>

// CUDA compares an int and an unsigned as unsigned, HIP as double.
__global__ void k(int *p, unsigned *u) {
    p[0] = min(p[1], blockDim.x) % 3;
    u[0] = max(0, (unsigned)p[2]);
}
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"

// CUDA compares an int and an unsigned as unsigned, HIP as double.
__global__ void k(int *p, unsigned *u) {
    p[0] = min(p[1], blockDim.x) % 3;
    u[0] = max(0, (unsigned)p[2]);
}
