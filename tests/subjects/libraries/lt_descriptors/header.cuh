#include <cublasLt.h>
struct Plan {
  cublasLtMatrixLayoutOpaque_t l;
  cublasStatus_t init() { return cublasLtMatrixLayoutInit(&l, CUDA_R_32F, 1, 1, 1); }  // expect: LIB006
};
// ==== output
#include <hipblaslt/hipblaslt.h>
#include <hipblas/hipblas.h>
struct Plan {
  hipblasLtMatrixLayoutOpaque_t l;
  hipblasStatus_t init() { return cublasLtMatrixLayoutInit(&l, HIP_R_32F, 1, 1, 1); }  // expect: LIB006
};
