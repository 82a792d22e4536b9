// flags: --target roc
#include <cublasLt.h>
#include <cublas_v2.h>
cublasStatus_t layout(cublasLtHandle_t h) {
  cublasLtMatmulDesc_t d;
  cublasStatus_t s = cublasLtMatmulDescCreate(&d, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cublasOperation_t op = CUBLAS_OP_T;
  if (s == CUBLAS_STATUS_SUCCESS) s = cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_TRANSA, &op, sizeof op);
  return s;
}
// ==== output
#include <hipblaslt/hipblaslt.h>
#include <rocblas/rocblas.h>
hipblasStatus_t layout(hipblasLtHandle_t h) {
  hipblasLtMatmulDesc_t d;
  hipblasStatus_t s = hipblasLtMatmulDescCreate(&d, HIPBLAS_COMPUTE_32F, HIP_R_32F);
  hipblasOperation_t op = HIPBLAS_OP_T;
  if (s == HIPBLAS_STATUS_SUCCESS) s = hipblasLtMatmulDescSetAttribute(d, HIPBLASLT_MATMUL_DESC_TRANSA, &op, sizeof op);
  return s;
}
