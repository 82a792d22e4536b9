#include <cublasLt.h>
struct Plan { cublasLtMatrixLayoutOpaque_t a; };
struct Kept { cublasLtMatrixLayoutOpaque_t b; };
void make(Plan *out, Kept *kept) {
  Plan p;
  cublasLtMatrixLayoutInit(&p.a, CUDA_R_32F, 1, 2, 3);  // expect: LIB006
  *out = p;
  cublasLtMatrixLayoutInit(&kept->b, CUDA_R_32F, 1, 2, 3);
}
// ==== output
#include "hipify_compat.hpp"
#include <hipblaslt/hipblaslt.h>
#include <hipblas/hipblas.h>
struct Plan { hipblasLtMatrixLayoutOpaque_t a; };
struct Kept { hipify_compat::MatrixLayout b; };
void make(Plan *out, Kept *kept) {
  Plan p;
  cublasLtMatrixLayoutInit(&p.a, HIP_R_32F, 1, 2, 3);  // expect: LIB006
  *out = p;
  kept->b.create(HIP_R_32F, 1, 2, 3);
}
