#if __HIPCC__
#include <hip/hip_runtime.h>
#if __CUDACC__
#include <cuda_runtime.h>
#elif __HIPCC__
#endif
#endif
void f() { hipDeviceReset(); }
// ==== output
#if __HIPCC__
#include <hip/hip_runtime.h>
#if __CUDACC__
#include <cuda_runtime.h>
#elif __HIPCC__
#endif
#endif
void f() { hipDeviceReset(); }
