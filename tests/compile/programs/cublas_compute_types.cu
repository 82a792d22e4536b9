// The compute type of a GEMM as a data type, as before CUDA 11.
#include <cublas_v2.h>

cublasStatus_t multiply(cublasHandle_t h, const half *A, const half *B, half *C, int n, bool exact) {
    const float alpha = 1, beta = 0;
    const cublasOperation_t op = CUBLAS_OP_N;
    cublasStatus_t status = cublasGemmEx(h, op, op, n, n, n, &alpha, A, CUDA_R_16F, n, B, CUDA_R_16F, n, &beta, C,
                                         CUDA_R_16F, n, exact ? CUDA_R_32F : CUDA_R_16F, CUBLAS_GEMM_DEFAULT_TENSOR_OP);
    if (status != CUBLAS_STATUS_SUCCESS) return status;
    return cublasGemmStridedBatchedEx(h, op, op, n, n, n, &alpha, A, CUDA_R_16F, n, n * n, B, CUDA_R_16F, n, n * n, &beta,
                                      C, CUDA_R_16F, n, n * n, 4, CUDA_R_32F, CUBLAS_GEMM_DFALT);
}

cublasStatus_t multiply(cublasHandle_t h, const void **A, const void **B, void **C, int n, int batches) {
    const double alpha = 1, beta = 0;
    return cublasGemmBatchedEx(h, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &alpha, A, CUDA_R_64F, n, B, CUDA_R_64F, n, &beta, C,
                               CUDA_R_64F, n, batches, CUDA_R_64F, CUBLAS_GEMM_DEFAULT);
}
