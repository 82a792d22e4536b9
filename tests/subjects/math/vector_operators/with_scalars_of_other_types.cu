#include <cuda_runtime.h>
#include <cstdio>
__host__ __device__ inline int2 operator*(int2 a, float s) { return make_int2((int)(a.x * s), (int)(a.y * s)); }  // expect: MTH016
__host__ __device__ inline uchar3 operator*(float s, uchar3 a) { return make_uchar3(s * a.x, s * a.y, s * a.z); }  // expect: MTH016
__host__ __device__ inline int2 operator/(int2 a, float s) { return make_int2((int)(a.x / s), (int)(a.y / s)); }  // expect: MTH016
struct quat : float4 { __host__ __device__ quat(float a, float b, float c, float d) { x = a; y = b; z = c; w = d; } };
__host__ __device__ inline quat operator*(const quat& a, float s) { return quat(a.x * s, a.y * s, a.z * s, a.w * s); }
struct A { friend float2 operator*(float2 a, double b) { return a; } };  // expect: MTH016
// ==== output
#include <hip/hip_runtime.h>
#include <cstdio>
__host__ __device__ inline int2 operator*(int2 a, float s) { return make_int2((int)(a.x * s), (int)(a.y * s)); }  // expect: MTH016
__host__ __device__ inline uchar3 operator*(float s, uchar3 a) { return make_uchar3(static_cast<unsigned>(s * a.x), static_cast<unsigned>(s * a.y), static_cast<unsigned>(s * a.z)); }  // expect: MTH016
__host__ __device__ inline int2 operator/(int2 a, float s) { return make_int2((int)(a.x / s), (int)(a.y / s)); }  // expect: MTH016
struct quat : float4 { __host__ __device__ quat(float a, float b, float c, float d) { x = a; y = b; z = c; w = d; } };
__host__ __device__ inline quat operator*(const quat& a, float s) { return quat(a.x * s, a.y * s, a.z * s, a.w * s); }
struct A { friend float2 operator*(float2 a, double b) { return a; } };  // expect: MTH016
