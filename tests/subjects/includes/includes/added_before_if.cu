#define _GNU_SOURCE
#if defined(EXTRA)
#include <vector>
#endif
__global__ void kernel() {}
// ==== output
#define _GNU_SOURCE
#include <hip/hip_runtime.h>
#if defined(EXTRA)
#include <vector>
#endif
__global__ void kernel() {}
