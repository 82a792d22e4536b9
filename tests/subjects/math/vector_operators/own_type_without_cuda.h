#ifndef __CUDACC__
struct float4 { float x, y, z, w; };
#endif
inline float4 operator*(float4 a, float4 b) { return float4{a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w}; }
// ==== output
#ifndef __HIPCC__
struct float4 { float x, y, z, w; };
#endif
#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings these operators
inline float4 operator*(float4 a, float4 b) { return float4{a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w}; }
#endif
