// flags: --rocm 6.4
#include <cublas_v2.h>
void f(CUdeviceptr d, const float *host, float *mine, const void *const p[], std::vector<float> &v, float **A) {
    cuMemcpyHtoD(d, host, 4);
    cuMemcpyHtoD(d, mine, 4);
    cuMemcpyHtoD(d, &v[0], 4);
    cuMemcpyHtoD(d, v.data(), 4);
    cuMemcpyHtoD(d, (const void *)mine, 4);
    cuMemcpyHtoD(d, (void *)host, 4);
    auto copy = &cuMemcpyHtoD;
    const float *const *inputs = A;
    cublasSgetriBatched(handle, 1, inputs, 1, nullptr, A, 1, info, 1);
    cublasHgemmBatched(handle, t, t, 1, 1, 1, &one, p, 1, p, 1, nullptr, (__half **)A, 1, 1);
    cudaMemcpyToSymbolAsync(table, host, 4);
    cudaMemcpyFromSymbolAsync(mine, table, 4, 8);
}
// ==== output
#include <hipblas/hipblas.h>
#include <hip/hip_fp16.h>
void f(hipDeviceptr_t d, const float *host, float *mine, const void *const p[], std::vector<float> &v, float **A) {
    hipMemcpyHtoD(d, (void*)(host), 4);
    hipMemcpyHtoD(d, mine, 4);
    hipMemcpyHtoD(d, &v[0], 4);
    hipMemcpyHtoD(d, (void*)(v.data()), 4);
    hipMemcpyHtoD(d, (void*)((const void *)mine), 4);
    hipMemcpyHtoD(d, (void *)host, 4);
    auto copy = &hipMemcpyHtoD;
    const float *const *inputs = A;
    hipblasSgetriBatched(handle, 1, (float* const*)(inputs), 1, nullptr, A, 1, info, 1);
    hipblasHgemmBatched(handle, t, t, 1, 1, 1, reinterpret_cast<const hipblasHalf*>(&one), reinterpret_cast<const hipblasHalf* const*>(p), 1, reinterpret_cast<const hipblasHalf* const*>(p), 1, nullptr, reinterpret_cast<hipblasHalf* const*>((__half **)A), 1, 1);
    hipMemcpyToSymbolAsync(HIP_SYMBOL(table), host, 4, 0, hipMemcpyHostToDevice);
    hipMemcpyFromSymbolAsync(mine, HIP_SYMBOL(table), 4, 8, hipMemcpyDeviceToHost);
}
