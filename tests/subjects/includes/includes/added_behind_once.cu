// Licence
#pragma once
// What it needs.
#include "kernels.h"
__global__ void kernel() {}
// ==== output
// Licence
#pragma once
// What it needs.
#include <hip/hip_runtime.h>
#include "kernels.h"
__global__ void kernel() {}
