namespace mine {
struct float2 { float x, y; };
__device__ float2 operator*(float2 a, float2 b) { return float2{a.x * b.x, a.y * b.y}; }
}
