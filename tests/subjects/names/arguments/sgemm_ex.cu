#include <cublas_v2.h>
cublasStatus_t f(cublasHandle_t h, int n, const float *one, const void *a, const void *b, float *c) {
  return cublasSgemmEx(h, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, one, a, CUDA_R_16F, n, b, CUDA_R_16F, n, one, c,
                       CUDA_R_32F, n);
}
// ==== output
#include <hipblas/hipblas.h>
hipblasStatus_t f(hipblasHandle_t h, int n, const float *one, const void *a, const void *b, float *c) {
  return hipblasGemmEx(h, HIPBLAS_OP_N, HIPBLAS_OP_T, n, n, n, one, a, HIP_R_16F, n, b, HIP_R_16F, n, one, c,
                       HIP_R_32F, n, HIPBLAS_COMPUTE_32F, HIPBLAS_GEMM_DEFAULT);
}
