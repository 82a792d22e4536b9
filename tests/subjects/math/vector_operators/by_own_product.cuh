#include <cuda_runtime.h>

__device__ int2 operator*(int2 a, int2 b) { return make_int2(a.x * b.x, a.y * b.y); }
__device__ int2 &operator*=(int2 &a, int2 b) { a = a * b; return a; }

__host__ __device__ float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }  // expect: MTH016
__host__ __device__ float2 &operator*=(float2 &a, float2 b) { a = a * b; return a; }  // expect: MTH016
__host__ __device__ double2 &operator*=(double2 &a, double2 b) { a = a * b; return a; }  // expect: MTH016
// ==== output
#include <hip/hip_runtime.h>

#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings these operators
__device__ int2 operator*(int2 a, int2 b) { return make_int2(a.x * b.x, a.y * b.y); }
__device__ int2 &operator*=(int2 &a, int2 b) { a = a * b; return a; }
#endif

__host__ __device__ float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }  // expect: MTH016
__host__ __device__ float2 &operator*=(float2 &a, float2 b) { a = a * b; return a; }  // expect: MTH016
__host__ __device__ double2 &operator*=(double2 &a, double2 b) { a = a * b; return a; }  // expect: MTH016
