#include <cuda_runtime.h>
using F = float;
typedef F real;
struct P { float m; F r; struct Q { typedef double F; F d; } q; };
__device__ auto f(F a, const real *b, P p) { return rsqrt(a) + rsqrt(b[0] * 2.f) + rsqrt(p.r) + rsqrt(p.q.d); }
namespace other { using F = double; __device__ auto f(F a, real b) { return rsqrt(a) + rsqrt(b); } }
#ifdef DOUBLE
typedef double sometimes;
#else
typedef float sometimes;
#endif
__device__ auto g(sometimes a) { return rcbrt(a); }
__device__ auto h(P *p) { auto [m, r, q] = *p; return erfcx(m); }
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
using F = float;
typedef F real;
struct P { float m; F r; struct Q { typedef double F; F d; } q; };
__device__ auto f(F a, const real *b, P p) { return rsqrtf(a) + rsqrtf(b[0] * 2.f) + rsqrtf(p.r) + rsqrt(p.q.d); }
namespace other { using F = double; __device__ auto f(F a, real b) { return rsqrt(a) + rsqrtf(b); } }
#ifdef DOUBLE
typedef double sometimes;
#else
typedef float sometimes;
#endif
__device__ auto g(sometimes a) { return rcbrt(a); }
__device__ auto h(P *p) { auto [m, r, q] = *p; return erfcx(m); }
