#pragma once
/// The maximum.
__device__ __forceinline__ float atomicMax(
    float *address,  // where
    float value)
{
    return atomicExch(address, value);
}
__device__ float largest(float a) { return atomicMax(&a, 1.0f); }

static inline __device__ double atomicAdd(double* address, double value) { return atomicExch(address, value); }
// ==== output
#pragma once
/// The maximum.
#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings this function
__device__ __forceinline__ float atomicMax(
    float *address,  // where
    float value)
{
    return atomicExch(address, value);
}
#endif
__device__ float largest(float a) { return atomicMax(&a, 1.0f); }

#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings this function
static inline __device__ double atomicAdd(double* address, double value) { return atomicExch(address, value); }
#endif
