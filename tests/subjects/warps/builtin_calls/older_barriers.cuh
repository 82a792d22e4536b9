// flags: --rocm 6.4
#include <cuda_runtime.h>
__device__ void f(unsigned mask) {
    __syncwarp();
    __syncwarp(mask);
    ::__syncwarp(0xffffffff);
}
#define BARRIER __syncwarp
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
__device__ void f(unsigned mask) {
    hipify_compat::syncwarp();
    hipify_compat::syncwarp(mask);
    hipify_compat::syncwarp(0xffffffff);
}
#define BARRIER hipify_compat::syncwarp
