#include <cuda_runtime.h>
struct V {
    float x, y;
};
__device__ inline V __ldcs(const V *p) { return V{__ldcs(&p->x), __ldcs(&p->y)}; }
#ifdef OLD_COMPILER
__device__ inline float __ldcg(const float *p) { return *p; }
#endif
#if 0
__device__ inline void __stcs(float *p, float v) { *p = v; }
#endif
__global__ void k(const V *v, const float *f, float *o) {
    o[0] = __ldcs(v + 1).x + __ldcs(f) + __ldcg(f);
    __stcs(o + 1, 2.f);
}
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
struct V {
    float x, y;
};
__device__ inline V __ldcs(const V *p) { return V{__ldcs(&p->x), __ldcs(&p->y)}; }
#ifdef OLD_COMPILER
__device__ inline float __ldcg(const float *p) { return *p; }
#endif
#if 0
__device__ inline void __stcs(float *p, float v) { *p = v; }
#endif
__global__ void k(const V *v, const float *f, float *o) {
    o[0] = __ldcs(v + 1).x + __ldcs(f) + __ldcg(f);
    __stcs(o + 1, 2.f);
}
