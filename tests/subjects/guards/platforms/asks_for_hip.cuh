#if defined(__HIPCC__)
#define GPU_HIP
#endif
#if defined(__CUDACC__)
#define GPU_CUDA __CUDACC__
#endif
#ifdef __CUDA_ARCH__
__device__ int first(int v) { return __shfl(v, 0); }
#endif
__device__ int width() { return warpSize; }
