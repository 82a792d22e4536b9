__device__ float atomicMax(float *address, float value) { return atomicExch(address, value); }
// ==== output
#include <hip/hip_runtime.h>
#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings this function
__device__ float atomicMax(float *address, float value) { return atomicExch(address, value); }
#endif
