#if defined(EXTRA)
#include <cuda_runtime.h>
#include <cuda.h>
#else
#include <cuda.h>
#endif
#include <cuda.h>
// ==== output
#if defined(EXTRA)
#include <hip/hip_runtime.h>
#else
#include <hip/hip_runtime.h>
#endif
#include <hip/hip_runtime.h>
