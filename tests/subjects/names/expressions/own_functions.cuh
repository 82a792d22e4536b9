__device__ inline float __ldcg(const float *p) { return *p; }  // expect: TOOL006
#define __ldcs(p) load(p)  // expect: TOOL006
namespace mine { __device__ float __ldca(const float *p); }  // expect: TOOL006
__device__ float f(float *p) { return __ldcg(p) + __ldcs(p) + mine::__ldca(p) + __ldlu(p); }
// ==== output
__device__ inline float __ldcg(const float *p) { return *p; }  // expect: TOOL006
#define __ldcs(p) load(p)  // expect: TOOL006
namespace mine { __device__ float __ldca(const float *p); }  // expect: TOOL006
__device__ float f(float *p) { return __ldcg(p) + __ldcs(p) + mine::__ldca(p) + (*(p)); }
