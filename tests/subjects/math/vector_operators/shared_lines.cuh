int before; __device__ float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x, a.y * b.y); }
__device__ int2 operator*(int2 a, int2 b) { return make_int2(a.x * b.x, a.y * b.y); } int behind;
// ==== output
int before; template <int = 0> __device__ float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x, a.y * b.y); }
template <int = 0> __device__ int2 operator*(int2 a, int2 b) { return make_int2(a.x * b.x, a.y * b.y); } int behind;
