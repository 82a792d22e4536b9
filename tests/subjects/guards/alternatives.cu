// A macro for CUDA that the file has beside one for HIP is for CUDA alone wherever it is asked for.
#if defined(USE_HIP)
#include <hip/hip_runtime.h>
#elif defined(USE_CUDA)
#include <cuda_runtime.h>
#endif
#ifdef USE_CUDA
template <class T> __device__ T down(T v, int d) { return __shfl_down_sync(0xffffffff, v, d); }
#else
template <class T> __device__ T down(T v, int d) { return __shfl_down(v, d); }
#endif
#if USE_CUDA
inline void wait() { cudaDeviceSynchronize(); }
#endif
