#pragma once
#ifdef __cplusplus
extern "C" {
#endif
#include <cuda_runtime_api.h>
int check(cudaError_t e, const char* f);
#ifdef __cplusplus
}
#endif
#define CHECK(x) check((x), __FILE__)
// ==== output
#pragma once
#ifdef __cplusplus
extern "C" {
#endif
#ifdef __cplusplus
extern "C++" {  // the headers of HIP have templates
#endif
#include <hip/hip_runtime_api.h>
#ifdef __cplusplus
}
#endif
int check(hipError_t e, const char* f);
#ifdef __cplusplus
}
#endif
#define CHECK(x) check((x), __FILE__)
