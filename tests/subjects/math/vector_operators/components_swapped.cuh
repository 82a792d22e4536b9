__host__ __device__ int2 operator/(int2 a, int2 b) { int2 c; c.y = a.x / b.x; c.x = a.y / b.y; return c; }  // expect: MTH016
int between;
__host__ __device__ float3 &operator*=(float3 &a, float3 b) { a.x *= b.x; a.z = a.y * b.y; a.y = a.z * b.z; return a; }  // expect: MTH016
