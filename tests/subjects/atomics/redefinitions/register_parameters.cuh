// The word says nothing, of a parameter either: it goes, and the definition is HIP's all the same.
__device__ double atomicAdd(register double *p, register double v) {
    return __longlong_as_double(atomicCAS((unsigned long long *)p, 0ull, __double_as_longlong(v)));
}
__device__ float3 operator*(float3 a, register float3 b) { return make_float3(a.x * b.x, a.y * b.y, a.z * b.z); }
// ==== output
// The word says nothing, of a parameter either: it goes, and the definition is HIP's all the same.
#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings this function
__device__ double atomicAdd(double *p, double v) {
    return __longlong_as_double(atomicCAS((unsigned long long *)p, 0ull, __double_as_longlong(v)));
}
#endif
#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings these operators
__device__ float3 operator*(float3 a, float3 b) { return make_float3(a.x * b.x, a.y * b.y, a.z * b.z); }
#endif
