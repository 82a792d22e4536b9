#include <cublas_v2.h>
constexpr size_t HALF_SIZE = sizeof(half);
void f(cublasHandle_t h);
// ==== output
#include <hipblas/hipblas.h>
#include <hip/hip_fp16.h>
constexpr size_t HALF_SIZE = sizeof(half);
void f(hipblasHandle_t h);
