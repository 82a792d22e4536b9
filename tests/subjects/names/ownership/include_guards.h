#ifndef CURAND_H_
#define CURAND_H_  // expect: TOOL006
#include <cuda_runtime.h>
cudaError_t fill(float *values);
#endif
#ifdef CURAND_H_
#endif
// ==== output
#ifndef CURAND_H_
#define CURAND_H_  // expect: TOOL006
#include <hip/hip_runtime.h>
hipError_t fill(float *values);
#endif
#ifdef CURAND_H_
#endif
