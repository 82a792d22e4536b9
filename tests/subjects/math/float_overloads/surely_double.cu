#include <cuda_runtime.h>
__global__ void k(double d, double *o, int n) { double y1 = d, y0(d); o[0] = rsqrt(d) + y0 + y1 + jn(n, d); }
// ==== output
#include <hip/hip_runtime.h>
__global__ void k(double d, double *o, int n) { double y1 = d, y0(d); o[0] = rsqrt(d) + y0 + y1 + jn(n, d); }
