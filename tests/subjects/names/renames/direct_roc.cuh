// flags: --target roc
#include <cublas_v2.h>
cublasHandle_t handle;
void f() { cudaFree(p); cublasCreate(&handle); }
// ==== output
#include <rocblas/rocblas.h>
rocblas_handle handle;
void f() { hipFree(p); rocblas_create_handle(&handle); }
