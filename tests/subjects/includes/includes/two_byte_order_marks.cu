﻿#include <cuda_runtime.h>
__global__ void kernel() {}
// ==== output
﻿﻿#include <hip/hip_runtime.h>
__global__ void kernel() {}
