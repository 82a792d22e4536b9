#define warpSize 32
__device__ int f(cudaStream_t s) { return threadIdx.x % warpSize; }
// ==== output
#define warpSize 32
__device__ int f(hipStream_t s) { return threadIdx.x % warpSize; }
