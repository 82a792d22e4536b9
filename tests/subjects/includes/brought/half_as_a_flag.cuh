#include <cublas_v2.h>
void f(cublasHandle_t h, bool half) {
  int x = 0;
  if (half) x = 1;
  while (half) x -= (half) + 1;
}
// ==== output
#include <hipblas/hipblas.h>
void f(hipblasHandle_t h, bool half) {
  int x = 0;
  if (half) x = 1;
  while (half) x -= (half) + 1;
}
