// Cuda devices only
#if !defined CUDA_DISABLER
#include <stdio.h>
#include <cuda_runtime.h>
#include "own.h"
__device__ int f(int a) { return __vadd4(a, 1); }
#endif /* CUDA_DISABLER */
// ==== output
// Cuda devices only
#if !defined CUDA_DISABLER
#include <stdio.h>
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#include "own.h"
__device__ int f(int a) { return __vadd4(a, 1); }
#endif /* CUDA_DISABLER */
