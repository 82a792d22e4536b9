#include <cuda_runtime.h>

__global__ void k(int *p, Options o) { p[0] = min(p[1], o.limit); }
// ==== output
#include "hipify_compat.hpp"
#include <hip/hip_runtime.h>

__global__ void k(int *p, Options o) { p[0] = min(p[1], o.limit); }
