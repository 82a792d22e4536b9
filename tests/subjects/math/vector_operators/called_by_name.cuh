__device__ float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x, a.y * b.y); }
__device__ float2 square(float2 a) { return ::operator*(a, a); }
// ==== output
template <int = 0> __device__ float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x, a.y * b.y); }
__device__ float2 square(float2 a) { return ::operator*(a, a); }
