#include <vector>
#include <cuda.h>
#include "kernels.h"
__global__ void kernel() {}
// ==== output
#include <vector>
#include <hip/hip_runtime.h>
#include "kernels.h"
__global__ void kernel() {}
