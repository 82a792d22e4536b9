#include <cuda_gl_interop.h>
#include <cuda_runtime.h>
void wait() { cudaDeviceSynchronize(); }
// ==== output
#include <hip/hip_runtime.h>
#include <hip/hip_gl_interop.h>
void wait() { hipDeviceSynchronize(); }
