REGISTER(kernel)
#ifdef EXTRA
__device__ float atomicMax(float *address, float value) { return atomicExch(address, value); }
#endif
// ==== output
REGISTER(kernel)
#ifdef EXTRA
#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings this function
__device__ float atomicMax(float *address, float value) { return atomicExch(address, value); }
#endif
#endif
