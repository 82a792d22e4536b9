// flags: --rocm 5.7
#include <cublasLt.h>
cublasStatus_t f() {
  cublasLtMatrixLayoutOpaque_t l;
  return cublasLtMatrixLayoutInit(&l, CUDA_R_32F, 1, 1, 1);  // expect: LIB006
}
// ==== output
#include <hipblaslt/hipblaslt.h>
#include <hipblas/hipblas.h>
hipblasStatus_t f() {
  hipblasLtMatrixLayoutOpaque_t l;
  return cublasLtMatrixLayoutInit(&l, HIP_R_32F, 1, 1, 1);  // expect: LIB006
}
