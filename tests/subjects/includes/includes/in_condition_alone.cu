#include <cstdio>
#ifdef WITH_GPU
__global__ void kernel() {}
#endif
// ==== output
#include <cstdio>
#ifdef WITH_GPU
#include <hip/hip_runtime.h>
__global__ void kernel() {}
#endif
