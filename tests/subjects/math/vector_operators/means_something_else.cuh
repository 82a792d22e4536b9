__host__ __device__ double2 operator*(double2 a, double2 b) {  // expect: MTH016
    return make_double2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
__host__ __device__ float4 operator/(float4 a, float4 b) { return {a.x / b.x, a.y / b.y, a.z / b.z, 0.0f}; }  // expect: MTH016
__host__ __device__ int2 operator/(int2 a, int2 b) { return make_int2(a.y / b.y, a.x / b.x); }  // expect: MTH016
__host__ __device__ int3 operator*(int3 a, int3 b) { log(a.x * b.x); return make_int3(a.x * b.x, a.y * b.y, a.z * b.z); }  // expect: MTH016
__host__ __device__ char2 operator*(char2 a, char2 b) { return make_char2(2 * a.x * b.x, a.y * b.y); }  // expect: MTH016
__host__ __device__ uint2 operator*(uint2 a, uint2 b) { return make_uint2(a.x * b.x, -a.y * b.y); }  // expect: MTH016
