inline __host__ __device__ void operator-=(float4 &a, float4 b) { a.x -= b.x; a.y -= b.y; a.z -= b.z; a.w -= b.w; }
inline __host__ __device__ float operator*(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
// ==== output
#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings these operators
inline __host__ __device__ void operator-=(float4 &a, float4 b) { a.x -= b.x; a.y -= b.y; a.z -= b.z; a.w -= b.w; }
#endif
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings such an operator
__attribute__((enable_if(true, "preferred to the operator of HIP")))
#endif
inline __host__ __device__ float operator*(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
