extern "C" {
#include <cuda.h>
#include <cuda_runtime.h>
#include <cublas_v2.h>
int f(cudaStream_t s, cublasHandle_t b);
}
// ==== output
extern "C" {
#ifdef __cplusplus
extern "C++" {  // the headers of HIP have templates
#endif
#include <hip/hip_runtime.h>
#include <hipblas/hipblas.h>
#ifdef __cplusplus
}
#endif
int f(hipStream_t s, hipblasHandle_t b);
}
