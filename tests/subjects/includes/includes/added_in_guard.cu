// Licence
#ifndef KERNELS_CU
#define KERNELS_CU

#include "kernels.h"
__global__ void kernel() {}
#endif  // KERNELS_CU
// ==== output
// Licence
#ifndef KERNELS_CU
#define KERNELS_CU

#include <hip/hip_runtime.h>
#include "kernels.h"
__global__ void kernel() {}
#endif  // KERNELS_CU
