#include <cuda_runtime.h>
typedef unsigned int lane_mask;
__global__ void k(lane_mask *p) { p[1] = 2; }
// ==== output
#include <hip/hip_runtime.h>
typedef unsigned int lane_mask;
__global__ void k(lane_mask *p) { p[1] = 2; }
