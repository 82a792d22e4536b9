#include <cuda_runtime.h>
#define ADD_WARP(warpSize, x) ((warpSize) + (x))
#define RELEASE(cudaFree, p) cudaFree(p)
#define SHUFFLE(__shfl_sync, v) (__shfl_sync + (v) + warpSize)
#define COUNT(__popc) (__popc & 3)
#define SAME(cudaStream_t) f((cudaStream_t)->id, cudaStreamDefault)
__global__ void k(int *x) { x[0] = ADD_WARP(3, 4) + SHUFFLE(1, 2) + COUNT(5); }
void host(void *p) { RELEASE(cudaFree, p); }
// ==== output
#include <hip/hip_runtime.h>
#define ADD_WARP(warpSize, x) ((warpSize) + (x))
#define RELEASE(cudaFree, p) cudaFree(p)
#define SHUFFLE(__shfl_sync, v) (__shfl_sync + (v) + 32)
#define COUNT(__popc) (__popc & 3)
#define SAME(cudaStream_t) f((cudaStream_t)->id, hipStreamDefault)
__global__ void k(int *x) { x[0] = ADD_WARP(3, 4) + SHUFFLE(1, 2) + COUNT(5); }
void host(void *p) { RELEASE(hipFree, p); }
