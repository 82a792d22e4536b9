__host__ __device__ inline float2 operator*(float2 a, float2 b) { return make_float2(__dp4a(1, 2, 3), a.y * b.x); }
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings such an operator
__attribute__((enable_if(true, "preferred to the operator of HIP")))
#endif
__host__ __device__ inline float2 operator*(float2 a, float2 b) { return make_float2(__dp4a(1, 2, 3), a.y * b.x); }
