#include <cuda_runtime.h>

int main() {
    float *p;
    cudaError_t error = cudaMalloc(&p, 4 * sizeof(float));
    if (error != cudaSuccess) return 1;
    kernel<<<dim3(1), dim3(64), 0, cudaStreamLegacy>>>(p);
    ::cudaFree(p);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
// ==== output
#include <hip/hip_runtime.h>

int main() {
    float *p;
    hipError_t error = hipMalloc(&p, 4 * sizeof(float));
    if (error != hipSuccess) return 1;
    kernel<<<dim3(1), dim3(64), 0, hipStreamLegacy>>>(p);
    ::hipFree(p);
    return hipDeviceSynchronize() == hipSuccess ? 0 : 1;
}
