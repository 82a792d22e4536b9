// Two macros that differ in the platform alone, each asked for by itself.
#ifdef GRID_HIP
#include <hip/hip_runtime.h>
#define gpuMalloc hipMalloc
#endif
#ifdef GRID_CUDA
#include <cuda_runtime.h>
#define gpuMalloc cudaMalloc
#endif
