#include <cuda_runtime.h>
typedef float2 Complex;
__host__ __device__ inline Complex operator+(Complex a, float b) { return make_float2(a.x + b, a.y); }  // expect: MTH016
__host__ __device__ inline Complex operator+(float b, Complex a) { return make_float2(a.x + b, a.y); }  // expect: MTH016
__host__ __device__ inline Complex operator-(Complex a, float b) { return make_float2(a.x - b, a.y); }  // expect: MTH016
__host__ __device__ inline Complex& operator+=(Complex& a, float b) { a.x += b; return a; }  // expect: MTH016
__host__ __device__ inline Complex operator/(float s, Complex a) { float d = a.x * a.x + a.y * a.y; return make_float2(s * a.x / d, -s * a.y / d); }  // expect: MTH016
// ==== output
#include <hip/hip_runtime.h>
typedef float2 Complex;
__host__ __device__ inline Complex operator+(Complex a, float b) { return make_float2(a.x + b, a.y); }  // expect: MTH016
__host__ __device__ inline Complex operator+(float b, Complex a) { return make_float2(a.x + b, a.y); }  // expect: MTH016
__host__ __device__ inline Complex operator-(Complex a, float b) { return make_float2(a.x - b, a.y); }  // expect: MTH016
__host__ __device__ inline Complex& operator+=(Complex& a, float b) { a.x += b; return a; }  // expect: MTH016
__host__ __device__ inline Complex operator/(float s, Complex a) { float d = a.x * a.x + a.y * a.y; return make_float2(s * a.x / d, -s * a.y / d); }  // expect: MTH016
