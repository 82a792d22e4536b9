typedef struct { float x, y, z, w; } float4;
typedef float float2 __attribute__((vector_size(8)));
struct double4 final { double x, y, z, w; };
inline float4 operator*(float4 a, float4 b) { return float4{a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w}; }
inline float2 operator/(float2 a, float2 b) { return float2{a.x / b.x, a.y / b.y}; }
inline double4 &operator*=(double4 &a, double4 b) { a.x *= b.x; a.y *= b.y; a.z *= b.z; a.w *= b.w; return a; }
