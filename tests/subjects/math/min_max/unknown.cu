#include <cuda_runtime.h>

__global__ void k(int *p, Options o) { p[0] = min(p[1], o.limit); }
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"

__global__ void k(int *p, Options o) { p[0] = min(p[1], o.limit); }
