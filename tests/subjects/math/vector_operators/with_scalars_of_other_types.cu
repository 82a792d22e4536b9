#include <cuda_runtime.h>
#include <cstdio>
__host__ __device__ inline int2 operator*(int2 a, float s) { return make_int2((int)(a.x * s), (int)(a.y * s)); }
__host__ __device__ inline uchar3 operator*(float s, uchar3 a) { return make_uchar3(s * a.x, s * a.y, s * a.z); }
__host__ __device__ inline int2 operator/(int2 a, float s) { return make_int2((int)(a.x / s), (int)(a.y / s)); }
struct quat : float4 { __host__ __device__ quat(float a, float b, float c, float d) { x = a; y = b; z = c; w = d; } };
__host__ __device__ inline quat operator*(const quat& a, float s) { return quat(a.x * s, a.y * s, a.z * s, a.w * s); }
struct A { friend float2 operator*(float2 a, double b) { return a; } }; // expect: MTH016
// ==== output
#include <hip/hip_runtime.h>
#include <cstdio>
__host__ __device__ inline int2 operator*(int2 a, float s) { return make_int2((int)(a.x * s), (int)(a.y * s)); }
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings an operator for any scalar
template <typename HipScalar> __attribute__((
    enable_if(std::is_convertible<HipScalar, float>::value, "preferred to the operator of HIP")))
__host__ __device__ inline int2 operator*(int2 a, HipScalar s) { return a * static_cast<float>(s); }
#endif
__host__ __device__ inline uchar3 operator*(float s, uchar3 a) { return make_uchar3(s * a.x, s * a.y, s * a.z); }
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings an operator for any scalar
template <typename HipScalar> __attribute__((
    enable_if(std::is_convertible<HipScalar, float>::value, "preferred to the operator of HIP")))
__host__ __device__ inline uchar3 operator*(HipScalar s, uchar3 a) { return static_cast<float>(s) * a; }
#endif
__host__ __device__ inline int2 operator/(int2 a, float s) { return make_int2((int)(a.x / s), (int)(a.y / s)); }
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings an operator for any scalar
template <typename HipScalar> __attribute__((
    enable_if(std::is_convertible<HipScalar, float>::value, "preferred to the operator of HIP")))
__host__ __device__ inline int2 operator/(int2 a, HipScalar s) { return a / static_cast<float>(s); }
#endif
struct quat : float4 { __host__ __device__ quat(float a, float b, float c, float d) { x = a; y = b; z = c; w = d; } };
__host__ __device__ inline quat operator*(const quat& a, float s) { return quat(a.x * s, a.y * s, a.z * s, a.w * s); }
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings an operator for any scalar
template <typename HipScalar> __attribute__((
    enable_if(std::is_convertible<HipScalar, float>::value, "preferred to the operator of HIP")))
__host__ __device__ inline quat operator*(const quat& a, HipScalar s) { return a * static_cast<float>(s); }
#endif
struct A { friend float2 operator*(float2 a, double b) { return a; } }; // expect: MTH016
