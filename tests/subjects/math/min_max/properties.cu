#include <cuda_runtime.h>
__global__ void k(const int* w, int n) { int2 p = make_int2(1, 2); int q = min(abs(p.y), 255) + max(abs(w[0]), n); }
int blocks() { cudaDeviceProp prop; cudaGetDeviceProperties(&prop, 0); return min(4, prop.multiProcessorCount) + max(prop.major, 7); }
// ==== output
#include <hip/hip_runtime.h>
__global__ void k(const int* w, int n) { int2 p = make_int2(1, 2); int q = min(abs(p.y), 255) + max(abs(w[0]), n); }
int blocks() { hipDeviceProp_t prop; hipGetDeviceProperties(&prop, 0); return min(4, prop.multiProcessorCount) + max(prop.major, 7); }
