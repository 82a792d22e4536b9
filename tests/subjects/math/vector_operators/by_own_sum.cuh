#include <cuda_runtime.h>
// The halves of a number of 64 bits: the sum carries.
__device__ __forceinline__ uint2 operator+(uint2 a, uint2 b) { unsigned x = a.x + b.x; return make_uint2(x, a.y + b.y + (x < a.x)); }
__device__ __forceinline__ void operator+=(uint2& a, uint2 b) { a = a + b; }
__device__ __forceinline__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
inline __host__ __device__ void operator+=(float2& a, float2 b) { a = a + b; }
inline __host__ __device__ void operator-=(float2& a, float2 b) { a = a - b; }
// ==== output
#include <hip/hip_runtime.h>
// The halves of a number of 64 bits: the sum carries.
__device__ __forceinline__ uint2 operator+(uint2 a, uint2 b) { unsigned x = a.x + b.x; return make_uint2(x, a.y + b.y + (x < a.x)); }
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings such an operator
__attribute__((enable_if(true, "preferred to the operator of HIP")))
#endif
__device__ __forceinline__ void operator+=(uint2& a, uint2 b) { a = a + b; }
__device__ __forceinline__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings these operators
inline __host__ __device__ void operator+=(float2& a, float2 b) { a = a + b; }
inline __host__ __device__ void operator-=(float2& a, float2 b) { a = a - b; }
#endif
