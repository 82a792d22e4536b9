#ifndef OPERATORS_H
#define OPERATORS_H
inline __host__ __device__ float3 operator+(float3 a, float3 b) {
    return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
/// The product of two.
inline __host__ __device__ float3 operator*(const float3 &a, const float3 &b)
{
    // each by itself
    return make_float3(a.x * b.x, a.y * b.y, a.z * b.z);  // done
}

inline __device__ void operator*=(float3 &a, float3 b) {
    a.x *= b.x;
    a.y *= b.y;
    a.z *= b.z;
}
inline __device__ float3 operator*(float3 a, float b) { return make_float3(a.x * b, a.y * b, a.z * b); }
__device__ float2 &operator+=(float2 &a, const float2 &b) { a = a + b; return a; }
#endif
// ==== output
#ifndef OPERATORS_H
#define OPERATORS_H
inline __host__ __device__ float3 operator+(float3 a, float3 b) {
    return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
/// The product of two.
#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings these operators
inline __host__ __device__ float3 operator*(const float3 &a, const float3 &b)
{
    // each by itself
    return make_float3(a.x * b.x, a.y * b.y, a.z * b.z);  // done
}

inline __device__ void operator*=(float3 &a, float3 b) {
    a.x *= b.x;
    a.y *= b.y;
    a.z *= b.z;
}
#endif
inline __device__ float3 operator*(float3 a, float b) { return make_float3(a.x * b, a.y * b, a.z * b); }
#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings these operators
__device__ float2 &operator+=(float2 &a, const float2 &b) { a = a + b; return a; }
#endif
#endif
