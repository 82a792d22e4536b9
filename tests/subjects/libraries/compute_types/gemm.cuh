#include <cublas_v2.h>
#define ARGS h, n, t, 1, 1, 1, a, A, CUDA_R_16F, 1, B, CUDA_R_16F, 1, b, C, CUDA_R_16F, 1
void f(cudaDataType old, cublasComputeType_t given, bool fast) {
    cublasGemmEx(h, n, t, 1, 1, 1, a, A, CUDA_R_32F, 1, B, CUDA_R_32F, 1, b, C, CUDA_R_32F, 1, CUDA_R_32F, algo);
    cublasGemmEx(h, n, t, 1, 1, 1, a, A, old, 1, B, old, 1, b, C, old, 1, fast ? CUDA_R_16F : CUDA_C_64F /* slow */, algo);
    cublasGemmBatchedEx(h, n, t, 1, 1, 1, a, A, old, 1, B, old, 1, b, C, old, 1, count, CUDA_R_32I, algo);
    cublasGemmStridedBatchedEx(h, n, t, 1, 1, 1, a, A, old, 1, 2, B, old, 1, 2, b, C, old, 1, 2, count, given, algo);
    cublasGemmEx(h, n, t, 1, 1, 1, a, A, old, 1, B, old, 1, b, C, old, 1, CUBLAS_COMPUTE_32F, algo);
    cublasGemmEx(h, n, t, 1, 1, 1, a, A, old, 1, B, old, 1, b, C, old, 1, old, algo);  // expect: API005
    cublasGemmEx(h, n, t, 1, 1, 1, a, A, old, 1, B, old, 1, b, C, old, 1, (cudaDataType_t)x, algo);  // expect: API005
    cublasGemmEx(h, n, t, 1, 1, 1, a, A, old, 1, B, old, 1, b, C, old, 1, Traits<T>::type, algo);
}
// ==== output
#include <hipblas/hipblas.h>
#define ARGS h, n, t, 1, 1, 1, a, A, HIP_R_16F, 1, B, HIP_R_16F, 1, b, C, HIP_R_16F, 1
void f(hipDataType old, hipblasComputeType_t given, bool fast) {
    hipblasGemmEx(h, n, t, 1, 1, 1, a, A, HIP_R_32F, 1, B, HIP_R_32F, 1, b, C, HIP_R_32F, 1, HIPBLAS_COMPUTE_32F, algo);
    hipblasGemmEx(h, n, t, 1, 1, 1, a, A, old, 1, B, old, 1, b, C, old, 1, fast ? HIPBLAS_COMPUTE_16F : HIPBLAS_COMPUTE_64F /* slow */, algo);
    hipblasGemmBatchedEx(h, n, t, 1, 1, 1, a, (const void**)(A), old, 1, (const void**)(B), old, 1, b, (void**)(C), old, 1, count, HIPBLAS_COMPUTE_32I, algo);
    hipblasGemmStridedBatchedEx(h, n, t, 1, 1, 1, a, A, old, 1, 2, B, old, 1, 2, b, C, old, 1, 2, count, given, algo);
    hipblasGemmEx(h, n, t, 1, 1, 1, a, A, old, 1, B, old, 1, b, C, old, 1, HIPBLAS_COMPUTE_32F, algo);
    hipblasGemmEx(h, n, t, 1, 1, 1, a, A, old, 1, B, old, 1, b, C, old, 1, old, algo);  // expect: API005
    hipblasGemmEx(h, n, t, 1, 1, 1, a, A, old, 1, B, old, 1, b, C, old, 1, (hipDataType)x, algo);  // expect: API005
    hipblasGemmEx(h, n, t, 1, 1, 1, a, A, old, 1, B, old, 1, b, C, old, 1, Traits<T>::type, algo);
}
