#include <cuComplex.h>
typedef cuComplex C;
__host__ __device__ inline C operator+(C a, C b) { return cuCaddf(a, b); }
__host__ __device__ inline C operator*(C a, C b) { return cuCmulf(a, b); }
__host__ __device__ inline C &operator*=(C &a, const C &b) { a = cuCmulf(a, b); return a; }
__host__ __device__ inline void operator/=(cuDoubleComplex &a, cuDoubleComplex b) { a = cuCdiv(a, b); }
__host__ __device__ inline void operator+=(cuDoubleComplex &a, cuDoubleComplex b) { a = cuCadd(a, b); }
__host__ __device__ inline cuDoubleComplex operator*(cuDoubleComplex a, double b) { return make_cuDoubleComplex(a.x * b, a.y * b); }
__device__ inline cuDoubleComplex operator/(cuDoubleComplex a, cuDoubleComplex b) { return cuCdiv(a, b); }
// ==== output
#include <hip/hip_complex.h>
typedef hipComplex C;
__host__ __device__ inline C operator+(C a, C b) { return hipCaddf(a, b); }
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings such an operator
__attribute__((enable_if(true, "preferred to the operator of HIP")))
#endif
__host__ __device__ inline C operator*(C a, C b) { return hipCmulf(a, b); }
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings such an operator
__attribute__((enable_if(true, "preferred to the operator of HIP")))
#endif
__host__ __device__ inline C &operator*=(C &a, const C &b) { a = hipCmulf(a, b); return a; }
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings such an operator
__attribute__((enable_if(true, "preferred to the operator of HIP")))
#endif
__host__ __device__ inline void operator/=(hipDoubleComplex &a, hipDoubleComplex b) { a = hipCdiv(a, b); }
#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings these operators
__host__ __device__ inline void operator+=(hipDoubleComplex &a, hipDoubleComplex b) { a = hipCadd(a, b); }
#endif
__host__ __device__ inline hipDoubleComplex operator*(hipDoubleComplex a, double b) { return make_hipDoubleComplex(a.x * b, a.y * b); }
__device__ inline hipDoubleComplex operator/(hipDoubleComplex a, hipDoubleComplex b) { return hipCdiv(a, b); }
