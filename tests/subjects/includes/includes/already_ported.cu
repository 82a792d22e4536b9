#include "kernels.h"
#include <hip/hip_runtime.h>
__global__ void kernel() {}
