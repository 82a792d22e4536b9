#include <cuda_runtime.h>
using Colour = float4;
typedef Colour Pixel;
inline __host__ __device__ Pixel operator*(const Pixel &a, const Pixel &b) { return make_float4(a.x * b.x, 0, 0, 0); }
struct S { typedef int Pixel; };
// ==== output
#include <hip/hip_runtime.h>
using Colour = float4;
typedef Colour Pixel;
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings such an operator
__attribute__((enable_if(true, "preferred to the operator of HIP")))
#endif
inline __host__ __device__ Pixel operator*(const Pixel &a, const Pixel &b) { return make_float4(a.x * b.x, 0, 0, 0); }
struct S { typedef int Pixel; };
