#include "gemm.h"
#include <cublas_v2.h>
#define HGEMM(h, n, ...) cublasHgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, __VA_ARGS__)
void f(cublasHandle_t h, const __half *one, const __half *a, __half *c, int n) {
  HGEMM(h, n, one, a, n, a, n, one, c, n);
  cublasHgemmStridedBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, one, a, n, 0, a, n, 0, one, c, n, 0, 4);
}
// ==== output
#define HIPBLAS_USE_HIP_HALF
#include "gemm.h"
#include <hipblas/hipblas.h>
#include <hip/hip_fp16.h>
#define HGEMM(h, n, ...) hipblasHgemm(h, HIPBLAS_OP_N, HIPBLAS_OP_N, n, n, n, __VA_ARGS__)
void f(hipblasHandle_t h, const __half *one, const __half *a, __half *c, int n) {
  HGEMM(h, n, one, a, n, a, n, one, c, n);
  hipblasHgemmStridedBatched(h, HIPBLAS_OP_N, HIPBLAS_OP_N, n, n, n, one, a, n, 0, a, n, 0, one, c, n, 0, 4);
}
