#ifndef __HIP_PLATFORM_AMD__
__device__ float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x, a.y * b.y); }
#endif
