#include <stdio.h>
#include <cublas_v2.h>  // with half types
#include "gemm.h"
void gemm(cublasHandle_t handle, const __half *a, std::vector<half> b);
__global__ void kernel(__nv_bfloat16 *p) { p[0] = __float2bfloat16(1.f); }
// ==== output
#include <hip/hip_runtime.h>
#include <stdio.h>
#include <hipblas/hipblas.h>  // with half types
#include <hip/hip_fp16.h>
#include <hip/hip_bf16.h>
#include "gemm.h"
void gemm(hipblasHandle_t handle, const __half *a, std::vector<half> b);
__global__ void kernel(__hip_bfloat16 *p) { p[0] = __float2bfloat16(1.f); }
