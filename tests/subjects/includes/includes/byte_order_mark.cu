#include <vector>
__global__ void kernel() {}
// ==== output
﻿#include <hip/hip_runtime.h>
#include <vector>
__global__ void kernel() {}
