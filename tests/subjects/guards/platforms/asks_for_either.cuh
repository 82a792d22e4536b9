#if defined(__CUDACC__) || defined(__HIPCC__)
#define HD __host__ __device__
#endif
__global__ void k(float *p) {
    p[0] = __shfl_down_sync(0xffffffff, p[0], 16);
}
// ==== output
#if defined(__CUDACC__) || defined(__HIPCC__)
#define HD __host__ __device__
#endif
__global__ void k(float *p) {
    p[0] = __shfl_down(p[0], 16, 32);
}
