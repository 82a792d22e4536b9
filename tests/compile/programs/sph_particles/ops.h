#pragma once
/* operators of this project only -- add what you need */
__host__ __device__ static inline float3 operator+(const float3 &a, const float3 &b) { return make_float3(a.x+b.x, a.y+b.y, a.z+b.z); }
__host__ __device__ static inline float3 operator-(const float3 &a, const float3 &b) { return make_float3(a.x-b.x, a.y-b.y, a.z-b.z); }
__host__ __device__ static inline float3 operator*(const float3 &a, const float &b) { return make_float3(a.x*b, a.y*b, a.z*b); }
__host__ __device__ static inline float3 operator*(const float &b, const float3 &a) { return make_float3(a.x*b, a.y*b, a.z*b); }
__host__ __device__ static inline float3 operator/(const float3 &a, const float3 &b) { return make_float3(a.x/b.x, a.y/b.y, a.z/b.z); }
__host__ __device__ static inline float3 &operator+=(float3 &a, const float3 &b) { a.x+=b.x; a.y+=b.y; a.z+=b.z; return a; }
__host__ __device__ static inline float3 &operator-=(float3 &a, const float3 &b) { a.x-=b.x; a.y-=b.y; a.z-=b.z; return a; }
__host__ __device__ static inline int3 operator-(const int3 &a, const int3 &b) { return make_int3(a.x-b.x, a.y-b.y, a.z-b.z); }
__host__ __device__ static inline bool operator==(const int3 &a, const int3 &b) { return a.x==b.x && a.y==b.y && a.z==b.z; }
__host__ __device__ static inline float dot(const float3 &a, const float3 &b) { return a.x*b.x + a.y*b.y + a.z*b.z; }
__host__ __device__ static inline float3 floorf(const float3 &v) { return make_float3(floorf(v.x), floorf(v.y), floorf(v.z)); }
__host__ __device__ static inline int clampi(int v, int lo, int hi) { return v < lo ? lo : (v > hi ? hi : v); }
