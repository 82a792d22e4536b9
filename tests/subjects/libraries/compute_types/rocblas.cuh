// flags: --target roc
#include <cublas_v2.h>
void f(cublasHandle_t h, void *a, void *b, void *c, cudaDataType t) {
    cublasComputeType_t type = CUBLAS_COMPUTE_32F_FAST_TF32;
    cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_T, 4, 4, 4, one, a, CUDA_R_16F, 4, b, CUDA_R_16F, 4, one, c, CUDA_R_16F, 4, type, CUBLAS_GEMM_DEFAULT);
    cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_T, 4, 4, 4, one, a, CUDA_R_32F, 4, b, CUDA_R_32F, 4, one, c, CUDA_R_32F, 4, CUDA_R_32F, CUBLAS_GEMM_DEFAULT);
    cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_T, 4, 4, 4, one, a, CUDA_C_32F, 4, b, CUDA_C_32F, 4, one, c, CUDA_C_32F, 4, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_T, 4, 4, 4, one, a, t, 4, b, t, 4, one, c, t, 4, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);  // expect: API005
    cublasGemmBatchedEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, one, as, CUDA_R_32F, 4, bs, CUDA_R_32F, 4, one, cs, CUDA_R_32F, 4, 9, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    cublasGemmStridedBatchedEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, one, a, CUDA_R_32F, 4, 16, b, CUDA_R_32F, 4, 16, one, c, CUDA_R_32F, 4, 16, 9, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}
// ==== output
#include <rocblas/rocblas.h>
void f(rocblas_handle h, void *a, void *b, void *c, rocblas_datatype t) {
    rocblas_datatype type = rocblas_datatype_f32_r;
    rocblas_gemm_ex(h, rocblas_operation_none, rocblas_operation_transpose, 4, 4, 4, one, a, rocblas_datatype_f16_r, 4, b, rocblas_datatype_f16_r, 4, one, c, rocblas_datatype_f16_r, 4, c, rocblas_datatype_f16_r, 4, type, rocblas_gemm_algo_standard, 0, 0);
    rocblas_gemm_ex(h, rocblas_operation_none, rocblas_operation_transpose, 4, 4, 4, one, a, rocblas_datatype_f32_r, 4, b, rocblas_datatype_f32_r, 4, one, c, rocblas_datatype_f32_r, 4, c, rocblas_datatype_f32_r, 4, rocblas_datatype_f32_r, rocblas_gemm_algo_standard, 0, 0);
    rocblas_gemm_ex(h, rocblas_operation_none, rocblas_operation_transpose, 4, 4, 4, one, a, rocblas_datatype_f32_c, 4, b, rocblas_datatype_f32_c, 4, one, c, rocblas_datatype_f32_c, 4, c, rocblas_datatype_f32_c, 4, rocblas_datatype_f32_c, rocblas_gemm_algo_standard, 0, 0);
    rocblas_gemm_ex(h, rocblas_operation_none, rocblas_operation_transpose, 4, 4, 4, one, a, t, 4, b, t, 4, one, c, t, 4, c, t, 4, rocblas_datatype_f32_r, rocblas_gemm_algo_standard, 0, 0);  // expect: API005
    rocblas_gemm_batched_ex(h, rocblas_operation_none, rocblas_operation_none, 4, 4, 4, one, as, rocblas_datatype_f32_r, 4, bs, rocblas_datatype_f32_r, 4, one, cs, rocblas_datatype_f32_r, 4, cs, rocblas_datatype_f32_r, 4, 9, rocblas_datatype_f32_r, rocblas_gemm_algo_standard, 0, 0);
    rocblas_gemm_strided_batched_ex(h, rocblas_operation_none, rocblas_operation_none, 4, 4, 4, one, a, rocblas_datatype_f32_r, 4, 16, b, rocblas_datatype_f32_r, 4, 16, one, c, rocblas_datatype_f32_r, 4, 16, c, rocblas_datatype_f32_r, 4, 16, 9, rocblas_datatype_f32_r, rocblas_gemm_algo_standard, 0, 0);
}
