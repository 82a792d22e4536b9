#include <cuda_runtime.h>
typedef float2 Complex;
inline __host__ __device__ Complex operator+(Complex a, float b) { return make_float2(a.x + b, a.y); }  // expect: MTH016
inline __host__ __device__ Complex operator+(float b, Complex a) { return a + b; }
inline __host__ __device__ Complex& operator+=(Complex& a, float b) { a = a + b; return a; }
// ==== output
#include <hip/hip_runtime.h>
typedef float2 Complex;
inline __host__ __device__ Complex operator+(Complex a, float b) { return make_float2(a.x + b, a.y); }  // expect: MTH016
inline __host__ __device__ Complex operator+(float b, Complex a) { return a + b; }
inline __host__ __device__ Complex& operator+=(Complex& a, float b) { a = a + b; return a; }
