__device__ inline float __finitef(const float *p) { return *p; }  // expect: TOOL006
#define __isnanf(p) load(p)  // expect: TOOL006
namespace mine { __device__ float __isinff(const float *p); }  // expect: TOOL006
__device__ float f(float *p) { return __finitef(p) + __isnanf(p) + mine::__isinff(p) + __finite(p); }
// ==== output
__device__ inline float __finitef(const float *p) { return *p; }  // expect: TOOL006
#define __isnanf(p) load(p)  // expect: TOOL006
namespace mine { __device__ float __isinff(const float *p); }  // expect: TOOL006
__device__ float f(float *p) { return __finitef(p) + __isnanf(p) + mine::__isinff(p) + (isfinite(p) ? 1 : 0); }
