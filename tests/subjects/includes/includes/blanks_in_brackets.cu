#include <cuda.h>
#include < cuda_runtime.h>
#include <cuda_runtime_api.h >  // twice
void f() { cudaFree(0); }
// ==== output
#include <hip/hip_runtime.h>
#include <hip/hip_runtime_api.h >  // twice
void f() { hipFree(0); }
