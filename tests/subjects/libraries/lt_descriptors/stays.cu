#include <cublasLt.h>

cublasStatus_t assigned(cublasLtHandle_t handle) {
  cublasLtMatmulDescOpaque_t m;
  cublasLtMatmulDesc_t other = &m;
  return cublasLtMatmulDescInit(&m, CUBLAS_COMPUTE_32F, CUDA_R_32F);  // expect: LIB006
}

cublasStatus_t passed(cublasLtHandle_t handle) {
  cublasLtMatmulDescOpaque_t m;
  setup(&m);
  return cublasLtMatmulDescInit(&m, CUBLAS_COMPUTE_32F, CUDA_R_32F);  // expect: LIB006
}

cublasStatus_t cleared(cublasLtHandle_t handle) {
  cublasLtMatmulDescOpaque_t m;
  std::fill_n(reinterpret_cast<char*>(&m), sizeof(m), 0);
  return cublasLtMatmulDescInit(&m, CUBLAS_COMPUTE_32F, CUDA_R_32F);  // expect: LIB006
}

cublasStatus_t cases(int n) {
  cublasLtMatrixLayoutOpaque_t k;
  switch (n) {
    case -1:
      return cublasLtMatrixLayoutInit(&k, CUDA_R_32F, 1, 1, 1);
    case 0: {
      cublasLtMatrixLayoutOpaque_t l;
      return cublasLtMatrixLayoutInit(&l, CUDA_R_32F, 1, 1, 1);
    }
    case 1:
      cublasLtMatrixLayoutOpaque_t m;
      return cublasLtMatrixLayoutInit(&m, CUDA_R_32F, 1, 1, 1);  // expect: LIB006
    default:
      return CUBLAS_STATUS_SUCCESS;
  }
}

cublasStatus_t copied() {
  cublasLtMatrixLayoutOpaque_t l;
  auto init = [=]() mutable { return cublasLtMatrixLayoutInit(&l, CUDA_R_32F, 1, 1, 1); };  // expect: LIB006
  return init();
}

cublasStatus_t destroyed() {
  cublasLtMatrixLayoutOpaque_t l;
  cublasLtMatrixLayoutInit(&l, CUDA_R_32F, 1, 1, 1);  // expect: LIB006
  return cublasLtMatrixLayoutDestroy(&l);
}

cublasStatus_t pointer(cublasLtMatrixLayoutOpaque_t* l) {
  return cublasLtMatrixLayoutInit(l, CUDA_R_32F, 1, 1, 1);  // expect: LIB006
}

cublasLtMatmulPreferenceOpaque_t everywhere;
cublasStatus_t of_file() { return cublasLtMatmulPreferenceInit(&everywhere); }  // expect: LIB006
// ==== output
#include "hipify_compat.hpp"
#include <hipblaslt/hipblaslt.h>
#include <hipblas/hipblas.h>

hipblasStatus_t assigned(hipblasLtHandle_t handle) {
  hipblasLtMatmulDescOpaque_t m;
  hipblasLtMatmulDesc_t other = &m;
  return cublasLtMatmulDescInit(&m, HIPBLAS_COMPUTE_32F, HIP_R_32F);  // expect: LIB006
}

hipblasStatus_t passed(hipblasLtHandle_t handle) {
  hipblasLtMatmulDescOpaque_t m;
  setup(&m);
  return cublasLtMatmulDescInit(&m, HIPBLAS_COMPUTE_32F, HIP_R_32F);  // expect: LIB006
}

hipblasStatus_t cleared(hipblasLtHandle_t handle) {
  hipblasLtMatmulDescOpaque_t m;
  std::fill_n(reinterpret_cast<char*>(&m), sizeof(m), 0);
  return cublasLtMatmulDescInit(&m, HIPBLAS_COMPUTE_32F, HIP_R_32F);  // expect: LIB006
}

hipblasStatus_t cases(int n) {
  hipify_compat::MatrixLayout k;
  switch (n) {
    case -1:
      return k.create(HIP_R_32F, 1, 1, 1);
    case 0: {
      hipify_compat::MatrixLayout l;
      return l.create(HIP_R_32F, 1, 1, 1);
    }
    case 1:
      hipblasLtMatrixLayoutOpaque_t m;
      return cublasLtMatrixLayoutInit(&m, HIP_R_32F, 1, 1, 1);  // expect: LIB006
    default:
      return HIPBLAS_STATUS_SUCCESS;
  }
}

hipblasStatus_t copied() {
  hipblasLtMatrixLayoutOpaque_t l;
  auto init = [=]() mutable { return cublasLtMatrixLayoutInit(&l, HIP_R_32F, 1, 1, 1); };  // expect: LIB006
  return init();
}

hipblasStatus_t destroyed() {
  hipblasLtMatrixLayoutOpaque_t l;
  cublasLtMatrixLayoutInit(&l, HIP_R_32F, 1, 1, 1);  // expect: LIB006
  return hipblasLtMatrixLayoutDestroy(&l);
}

hipblasStatus_t pointer(hipblasLtMatrixLayoutOpaque_t* l) {
  return cublasLtMatrixLayoutInit(l, HIP_R_32F, 1, 1, 1);  // expect: LIB006
}

hipblasLtMatmulPreferenceOpaque_t everywhere;
hipblasStatus_t of_file() { return cublasLtMatmulPreferenceInit(&everywhere); }  // expect: LIB006
