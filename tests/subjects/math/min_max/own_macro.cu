#include <cuda_runtime.h>
#define min(a, b) ((a) < (b) ? (a) : (b))

__global__ void k(int *p, unsigned *u) { u[0] = min(p[0], u[1]); }
// ==== output
#include <hip/hip_runtime.h>
#define min(a, b) ((a) < (b) ? (a) : (b))

__global__ void k(int *p, unsigned *u) { u[0] = min(p[0], u[1]); }
