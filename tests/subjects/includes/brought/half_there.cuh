#include <cuda_fp16.h>
#include <cublas_v2.h>
void gemm(cublasHandle_t handle, const __half *a);
// ==== output
#include <hip/hip_fp16.h>
#include <hipblas/hipblas.h>
void gemm(hipblasHandle_t handle, const __half *a);
