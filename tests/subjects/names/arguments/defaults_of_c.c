#include <cuda_runtime_api.h>
static inline void f(float *p) { cudaMallocHost((void **)&p, 4); }
// ==== output
#include <hip/hip_runtime_api.h>
static inline void f(float *p) { hipHostMalloc((void **)&p, 4, hipHostMallocDefault); }
