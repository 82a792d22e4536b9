__device__ float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x, a.y * b.y); }
__device__ float atomicMax(float *address, float value) { return atomicExch(address, value); }
// ==== output
#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings these operators
__device__ float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x, a.y * b.y); }
#endif
#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings this function
__device__ float atomicMax(float *address, float value) { return atomicExch(address, value); }
#endif
