int f(cudaDeviceProp *p, cudaDeviceProp q) { return p->warpSize + q.warpSize; }
__device__ int g() { return warpSize; }
#ifdef warpSize
#endif
#define LANES (warpSize / 2)
// ==== output
int f(hipDeviceProp_t *p, hipDeviceProp_t q) { return p->warpSize + q.warpSize; }
__device__ int g() { return 32; }
#ifdef warpSize
#endif
#define LANES (16)
