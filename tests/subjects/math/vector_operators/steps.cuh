inline __host__ __device__ int2 &operator++(int2 &v) { ++v.x; ++v.y; return v; }
static __host__ __device__ int2 operator++(int2 &v, int) {
    int2 old = v;
    ++v.x; ++v.y;
    return old;
}
__host__ __device__ float2 &operator--(float2 &v) { v.x -= 2; return v; }  // expect: MTH016
__device__ int3 &operator++(int3 &v) { ++v.x; return v; }
struct Count { int2 n; __host__ __device__ Count &operator++() { ++n.x; return *this; } };
inline __host__ __device__ Count operator--(Count &c, int) { return c; }
// ==== output
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings such an operator
__attribute__((enable_if(true, "preferred to the operator of HIP")))
#endif
inline __host__ __device__ int2 &operator++(int2 &v) { ++v.x; ++v.y; return v; }
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings such an operator
__attribute__((enable_if(true, "preferred to the operator of HIP")))
#endif
static __host__ __device__ int2 operator++(int2 &v, int) {
    int2 old = v;
    ++v.x; ++v.y;
    return old;
}
__host__ __device__ float2 &operator--(float2 &v) { v.x -= 2; return v; }  // expect: MTH016
__device__ int3 &operator++(int3 &v) { ++v.x; return v; }
struct Count { int2 n; __host__ __device__ Count &operator++() { ++n.x; return *this; } };
inline __host__ __device__ Count operator--(Count &c, int) { return c; }
