#include <cublas.h>
void f(cublasHandle_t h, float *x, float a) { cublasSscal(h, 4, &a, x, 1); }
// ==== output
#include <hipblas/hipblas.h>
void f(hipblasHandle_t h, float *x, float a) { hipblasSscal(h, 4, &a, x, 1); }
