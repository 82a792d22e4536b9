typedef float2 Point;
using Colour = uchar4;
__device__ Point operator*(Point a, Point b) { Point c; c.x = a.x * b.x; c.y = a.y * b.y; return c; }
__device__ Colour operator/(Colour l, Colour r) { return {l.x / r.x, l.y / r.y, l.z / r.z, l.w / r.w}; }
template <typename T> void between();
__device__ int4 operator*(int4 a, int4 b) { int4 r = {a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w}; return r; }
// ==== output
typedef float2 Point;
using Colour = uchar4;
#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings these operators
__device__ Point operator*(Point a, Point b) { Point c; c.x = a.x * b.x; c.y = a.y * b.y; return c; }
__device__ Colour operator/(Colour l, Colour r) { return {l.x / r.x, l.y / r.y, l.z / r.z, l.w / r.w}; }
#endif
template <typename T> void between();
#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings these operators
__device__ int4 operator*(int4 a, int4 b) { int4 r = {a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w}; return r; }
#endif
