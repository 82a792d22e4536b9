#include <cublas_v2.h>
template <class T> auto f(cublasHandle_t h, T x) { return (half)x; }
// ==== output
#include <hipblas/hipblas.h>
#include <hip/hip_fp16.h>
template <class T> auto f(hipblasHandle_t h, T x) { return (half)x; }
