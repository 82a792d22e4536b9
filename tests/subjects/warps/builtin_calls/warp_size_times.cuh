__device__ int g(cudaStream_t s) { int n = blocks * warpSize; return n; }
// ==== output
__device__ int g(hipStream_t s) { int n = blocks * 32; return n; }
