#include <cuda_runtime.h>
typedef float2 Complex;
__host__ __device__ inline Complex operator+(Complex a, float b) { return make_float2(a.x + b, a.y); }
__host__ __device__ inline Complex operator+(float b, Complex a) { return make_float2(a.x + b, a.y); }
__host__ __device__ inline Complex operator-(Complex a, float b) { return make_float2(a.x - b, a.y); }
__host__ __device__ inline Complex& operator+=(Complex& a, float b) { a.x += b; return a; }
__host__ __device__ inline Complex operator/(float s, Complex a) { float d = a.x * a.x + a.y * a.y; return make_float2(s * a.x / d, -s * a.y / d); }
// ==== output
#include <hip/hip_runtime.h>
typedef float2 Complex;
__host__ __device__ inline Complex operator+(Complex a, float b) { return make_float2(a.x + b, a.y); }
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings an operator for any scalar
template <typename HipScalar> __attribute__((
    enable_if(std::is_convertible<HipScalar, float>::value, "preferred to the operator of HIP")))
__host__ __device__ inline Complex operator+(Complex a, HipScalar b) { return a + static_cast<float>(b); }
#endif
__host__ __device__ inline Complex operator+(float b, Complex a) { return make_float2(a.x + b, a.y); }
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings an operator for any scalar
template <typename HipScalar> __attribute__((
    enable_if(std::is_convertible<HipScalar, float>::value, "preferred to the operator of HIP")))
__host__ __device__ inline Complex operator+(HipScalar b, Complex a) { return static_cast<float>(b) + a; }
#endif
__host__ __device__ inline Complex operator-(Complex a, float b) { return make_float2(a.x - b, a.y); }
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings an operator for any scalar
template <typename HipScalar> __attribute__((
    enable_if(std::is_convertible<HipScalar, float>::value, "preferred to the operator of HIP")))
__host__ __device__ inline Complex operator-(Complex a, HipScalar b) { return a - static_cast<float>(b); }
#endif
__host__ __device__ inline Complex& operator+=(Complex& a, float b) { a.x += b; return a; }
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings an operator for any scalar
template <typename HipScalar> __attribute__((
    enable_if(std::is_convertible<HipScalar, float>::value, "preferred to the operator of HIP")))
__host__ __device__ inline Complex& operator+=(Complex& a, HipScalar b) { return a += static_cast<float>(b); }
#endif
__host__ __device__ inline Complex operator/(float s, Complex a) { float d = a.x * a.x + a.y * a.y; return make_float2(s * a.x / d, -s * a.y / d); }
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings an operator for any scalar
template <typename HipScalar> __attribute__((
    enable_if(std::is_convertible<HipScalar, float>::value, "preferred to the operator of HIP")))
__host__ __device__ inline Complex operator/(HipScalar s, Complex a) { return static_cast<float>(s) / a; }
#endif
