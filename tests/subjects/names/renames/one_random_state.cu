#include <curand_kernel.h>
__device__ float one(curandStateXORWOW_t *s) { return curand_uniform(s); }
__device__ float two(curandStateXORWOW *s) { return curand_uniform(s); }
__global__ void k(curandState *s, curandState_t *t, float *p) { p[0] = one(s) + two(t); }
// ==== output
#include <hip/hip_runtime.h>
#include <hiprand/hiprand_kernel.h>
__device__ float one(hiprandState_t *s) { return hiprand_uniform(s); }
__device__ float two(hiprandState *s) { return hiprand_uniform(s); }
__global__ void k(hiprandState *s, hiprandState_t *t, float *p) { p[0] = one(s) + two(t); }
