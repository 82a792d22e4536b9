#define HD __host__ __device__
#define API inline __host__ __device__

// A complex product.
inline HD double2 operator*(double2 a, double2 b) {
    return make_double2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

namespace complex {
    API void operator*=(float2 &a, const float2 &b) { a = make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
}

inline HD float2 operator/(float2 a, float2 b);
inline HD float2 operator/(float2 a, float2 b) { return make_float2(a.x / b.x, a.y); }  // expect: MTH016
HD int2 operator*(int2 a, int2 b) { return make_int2(a.x * b.y, a.y * b.x); }  // expect: MTH016
int before; inline HD int2 operator/(int2 a, int2 b) { return make_int2(a.x / b.y, a.y / b.x); }  // expect: MTH016
// ==== output
#define HD __host__ __device__
#define API inline __host__ __device__

// A complex product.
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings such an operator
__attribute__((enable_if(true, "preferred to the operator of HIP")))
#endif
inline HD double2 operator*(double2 a, double2 b) {
    return make_double2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

namespace complex {
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings such an operator
__attribute__((enable_if(true, "preferred to the operator of HIP")))
#endif
    API void operator*=(float2 &a, const float2 &b) { a = make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
}

inline HD float2 operator/(float2 a, float2 b);
inline HD float2 operator/(float2 a, float2 b) { return make_float2(a.x / b.x, a.y); }  // expect: MTH016
HD int2 operator*(int2 a, int2 b) { return make_int2(a.x * b.y, a.y * b.x); }  // expect: MTH016
int before; inline HD int2 operator/(int2 a, int2 b) { return make_int2(a.x / b.y, a.y / b.x); }  // expect: MTH016
