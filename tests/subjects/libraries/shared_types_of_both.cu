// flags: --target roc
#include <cublasLt.h>
#include <cublas_v2.h>
void layout(cublasHandle_t b, cublasLtMatmulDesc_t* d) {
  cublasStatus_t s;  // expect: API005
  s = cublasLtMatmulDescCreate(d, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cublasSetStream(b, 0);
}
// ==== output
#include <hipblaslt/hipblaslt.h>
#include <rocblas/rocblas.h>
void layout(rocblas_handle b, hipblasLtMatmulDesc_t* d) {
  rocblas_status s;  // expect: API005
  s = hipblasLtMatmulDescCreate(d, HIPBLAS_COMPUTE_32F, HIP_R_32F);
  rocblas_set_stream(b, 0);
}
