#ifdef HAVE_CUDA
#include <cuda_runtime.h>
#else
typedef int cudaStream_t;
inline int cudaFree(void *) { return 0; }
#endif
void f() { cudaFree(0); }
// ==== output
#ifdef HAVE_CUDA
#include <hip/hip_runtime.h>
#else
typedef int hipStream_t;
inline int hipFree(void *) { return 0; }
#endif
void f() { hipFree(0); }
