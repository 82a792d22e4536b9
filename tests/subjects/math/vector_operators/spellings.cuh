typedef float2 Point;
using Colour = uchar4;
__device__ Point operator*(Point a, Point b) { Point c; c.x = a.x * b.x; c.y = a.y * b.y; return c; }
__device__ Colour operator/(Colour l, Colour r) { return {l.x / r.x, l.y / r.y, l.z / r.z, l.w / r.w}; }
template <typename T> void between();
__device__ int4 operator*(int4 a, int4 b) { int4 r = {a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w}; return r; }
template <typename T> void before_copies();
__host__ __device__ uint2 operator*(const uint2& left, const uint2& right) {
    uint2 res = left;
    res.x *= right.x;
    res.y *= right.y;
    return res;
}
__device__ __host__ short2 operator/(short2 a, short2 b) { auto r(a); r.x /= b.x; r.y /= b.y; return r; }
template <typename T> void after_copies();
__host__ __device__ int2 operator/(int2 a, int2 b) { int2 r = a; r.x /= b.x; r.y = b.y; return r; }  // expect: MTH016
__host__ __device__ int2 &operator*=(int2 &a, int2 b) { int2 r = a; r.x *= b.x; r.y *= b.y; return r; }  // expect: MTH016
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
template <typename T> void before_copies();
#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings these operators
__host__ __device__ uint2 operator*(const uint2& left, const uint2& right) {
    uint2 res = left;
    res.x *= right.x;
    res.y *= right.y;
    return res;
}
__device__ __host__ short2 operator/(short2 a, short2 b) { auto r(a); r.x /= b.x; r.y /= b.y; return r; }
#endif
template <typename T> void after_copies();
__host__ __device__ int2 operator/(int2 a, int2 b) { int2 r = a; r.x /= b.x; r.y = b.y; return r; }  // expect: MTH016
__host__ __device__ int2 &operator*=(int2 &a, int2 b) { int2 r = a; r.x *= b.x; r.y *= b.y; return r; }  // expect: MTH016
