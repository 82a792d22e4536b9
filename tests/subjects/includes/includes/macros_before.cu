// nvcc has read the runtime before these, in whose headers they would break names.
#include <stdio.h>
#ifndef max
#define max(a, b) ((a) > (b) ? (a) : (b))
#endif
#define T 16
#include <cuda_runtime.h>
__global__ void k(int *o) { o[0] = max(o[1], T); }
// ==== output
// nvcc has read the runtime before these, in whose headers they would break names.
#include <hip/hip_runtime.h>
#include <stdio.h>
#ifndef max
#define max(a, b) ((a) > (b) ? (a) : (b))
#endif
#define T 16
__global__ void k(int *o) { o[0] = max(o[1], T); }
