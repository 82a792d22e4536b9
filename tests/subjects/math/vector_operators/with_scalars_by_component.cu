#include <cuda_runtime.h>
typedef float real;
inline __host__ __device__ float4 operator*(float4 a, float b)
{
    return make_float4(a.x * b, a.y * b, a.z * b,  a.w * b);
}
inline __host__ __device__ float4 operator*(float b, float4 a) { return make_float4(b * a.x, b * a.y, b * a.z, b * a.w); }
inline __host__ __device__ void operator*=(float4 &a, float b) { a.x *= b; a.y *= b; a.z *= b; a.w *= b; }
inline __host__ __device__ float3 operator*(const float3 &a, const real &b) { float3 r; r.x = a.x * b; r.y = a.y * b; r.z = a.z * b; return r; }
inline __host__ __device__ float3 operator*(const real b, const float3 &a) { return a * b; }
inline __host__ __device__ float3& operator*=(float3 &a, real b) { a = a * b; return a; }
inline __host__ __device__ uint2 operator+(uint2 a, uint b) { return make_uint2(a.x + b, a.y + b); }
inline __host__ __device__ uint2 operator-(unsigned int b, uint2 a) { return make_uint2(b - a.x, b - a.y); }
inline __host__ __device__ float3 operator/(float3 a, float s) { float inv = 1.0f / s; return a * inv; }
inline __host__ __device__ float2 operator*(float2 a, float s) { return make_float2(a.y * s, a.x * s); }  // expect: MTH016
inline __host__ __device__ float2 operator+(float2 a, float s) { return {a.x + s, a.y + s}; }
inline __host__ __device__ float2 operator-(float2 a, float s) { float2 r; r.y = a.x - s; r.x = a.y - s; return r; }  // expect: MTH016
// ==== output
#include <hip/hip_runtime.h>
typedef float real;
inline __host__ __device__ float4 operator*(float4 a, float b)
{
    return make_float4(a.x * b, a.y * b, a.z * b,  a.w * b);
}
inline __host__ __device__ float4 operator*(float b, float4 a) { return make_float4(b * a.x, b * a.y, b * a.z, b * a.w); }
inline __host__ __device__ void operator*=(float4 &a, float b) { a.x *= b; a.y *= b; a.z *= b; a.w *= b; }
inline __host__ __device__ float3 operator*(const float3 &a, const real &b) { float3 r; r.x = a.x * b; r.y = a.y * b; r.z = a.z * b; return r; }
inline __host__ __device__ float3 operator*(const real b, const float3 &a) { return a * b; }
inline __host__ __device__ float3& operator*=(float3 &a, real b) { a = a * b; return a; }
inline __host__ __device__ uint2 operator+(uint2 a, uint b) { return make_uint2(a.x + b, a.y + b); }
inline __host__ __device__ uint2 operator-(unsigned int b, uint2 a) { return make_uint2(b - a.x, b - a.y); }
inline __host__ __device__ float3 operator/(float3 a, float s) { float inv = 1.0f / s; return a * inv; }
inline __host__ __device__ float2 operator*(float2 a, float s) { return make_float2(a.y * s, a.x * s); }  // expect: MTH016
inline __host__ __device__ float2 operator+(float2 a, float s) { return {a.x + s, a.y + s}; }
inline __host__ __device__ float2 operator-(float2 a, float s) { float2 r; r.y = a.x - s; r.x = a.y - s; return r; }  // expect: MTH016
