#if !defined CUDA_DISABLER

#include "own.h"
__global__ void f(int *a) { a[0] = __vadd4(a[1], 1); }
#endif /* CUDA_DISABLER */
// ==== output
#if !defined CUDA_DISABLER

#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#include "own.h"
__global__ void f(int *a) { a[0] = __vadd4(a[1], 1); }
#endif /* CUDA_DISABLER */
