#if __CUDA_ARCH__ < 600
__device__ double atomicAdd(double *address, double value) {
    return atomicExch(address, value);
}
#endif
// ==== output
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
__device__ double atomicAdd(double *address, double value) {
    return atomicExch(address, value);
}
#endif
