#include "kernels.h"
#include <cuda_runtime.h>
#include <stdio.h>
__global__ void kernel() {}
// ==== output
#include <hip/hip_runtime.h>
#include "kernels.h"
#include <stdio.h>
__global__ void kernel() {}
