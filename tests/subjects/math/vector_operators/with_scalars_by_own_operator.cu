#include <cuda_runtime.h>
typedef float2 Complex;
inline __host__ __device__ Complex operator+(Complex a, float b) { return make_float2(a.x + b, a.y); }
inline __host__ __device__ Complex operator+(float b, Complex a) { return a + b; }
inline __host__ __device__ Complex& operator+=(Complex& a, float b) { a = a + b; return a; }
// ==== output
#include <hip/hip_runtime.h>
typedef float2 Complex;
inline __host__ __device__ Complex operator+(Complex a, float b) { return make_float2(a.x + b, a.y); }
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings an operator for any scalar
template <typename HipScalar> __attribute__((
    enable_if(std::is_convertible<HipScalar, float>::value, "preferred to the operator of HIP")))
inline __host__ __device__ Complex operator+(Complex a, HipScalar b) { return a + static_cast<float>(b); }
#endif
inline __host__ __device__ Complex operator+(float b, Complex a) { return a + b; }
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings an operator for any scalar
template <typename HipScalar> __attribute__((
    enable_if(std::is_convertible<HipScalar, float>::value, "preferred to the operator of HIP")))
inline __host__ __device__ Complex operator+(HipScalar b, Complex a) { return static_cast<float>(b) + a; }
#endif
inline __host__ __device__ Complex& operator+=(Complex& a, float b) { a = a + b; return a; }
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings an operator for any scalar
template <typename HipScalar> __attribute__((
    enable_if(std::is_convertible<HipScalar, float>::value, "preferred to the operator of HIP")))
inline __host__ __device__ Complex& operator+=(Complex& a, HipScalar b) { return a += static_cast<float>(b); }
#endif
