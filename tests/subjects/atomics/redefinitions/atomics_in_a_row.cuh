__device__ float atomicMax(float *address, float value) { return atomicExch(address, value); }
__device__ float atomicMin(float *address, float value) { return atomicExch(address, value); }
__device__ double atomicMax(double *address, double value) {
    return atomicExch(address, value);
}
// ==== output
#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings this function
__device__ float atomicMax(float *address, float value) { return atomicExch(address, value); }
__device__ float atomicMin(float *address, float value) { return atomicExch(address, value); }
__device__ double atomicMax(double *address, double value) {
    return atomicExch(address, value);
}
#endif
