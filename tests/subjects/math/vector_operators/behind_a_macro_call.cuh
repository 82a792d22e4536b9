BEGIN_NAMESPACE(mine)

__device__ float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x, a.y * b.y); }

END_NAMESPACE(mine)
// ==== output
BEGIN_NAMESPACE(mine)

#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings these operators
__device__ float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x, a.y * b.y); }
#endif

END_NAMESPACE(mine)
