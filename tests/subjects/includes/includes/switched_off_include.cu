// hipify: off
#include <cuda_runtime.h>
// hipify: on
int f() { return cudaFree(0); }
// ==== output
#include <hip/hip_runtime.h>
// hipify: off
#include <cuda_runtime.h>
// hipify: on
int f() { return hipFree(0); }
