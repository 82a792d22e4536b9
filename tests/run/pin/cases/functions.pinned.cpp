#pragma once
#include "hipify_pin.hpp"
namespace app {
void run(cublasHandle_t h, float *a, float *b, float *c, int n, cudaStream_t s) {
  (hipify_pin::begin(HIPIFY_PIN_SITE("allocate", "functions.cpp", 4, "cudaMalloc", 0), 2), hipify_pin::returned(cudaMalloc(hipify_pin::out(&a), hipify_pin::bytes(n * sizeof(float)))));
  cudaError_t error = (hipify_pin::begin(HIPIFY_PIN_SITE("allocate", "functions.cpp", 5, "cudaMalloc", 1), 2), hipify_pin::returned(::cudaMalloc<float>(hipify_pin::out(&b), hipify_pin::bytes(n))));
  if ((hipify_pin::begin(HIPIFY_PIN_SITE("copy", "functions.cpp", 6, "cudaMemcpyAsync", 0), 4), hipify_pin::returned(cudaMemcpyAsync(hipify_pin::to(a), hipify_pin::from(b), hipify_pin::bytes(n * sizeof *a), cudaMemcpyDeviceToDevice, hipify_pin::stream(s)))) != cudaSuccess) return;
  return void((hipify_pin::begin(HIPIFY_PIN_SITE("set", "functions.cpp", 7, "cudaMemset", 0), 2), hipify_pin::returned(cudaMemset(hipify_pin::to(c), 0, hipify_pin::bytes(n)))));
  const float one = 1;
  cublasCreate(&h);
  status = (hipify_pin::begin(HIPIFY_PIN_SITE("library", "functions.cpp", 10, "cublasSgemm", 0), 12), hipify_pin::returned(cublasSgemm(hipify_pin::arg<0>(h), CUBLAS_OP_N, CUBLAS_OP_T, hipify_pin::arg<3>(n), hipify_pin::arg<4>(n), hipify_pin::arg<5>(n), hipify_pin::arg<6>(&one), hipify_pin::arg<7>(a), hipify_pin::arg<8>(n), hipify_pin::arg<9>(b), hipify_pin::arg<10>(n), hipify_pin::arg<11>(&one), hipify_pin::arg<12>(c), hipify_pin::arg<13>(n))));
  cublasSgemm('N', 'T', n, n, n, one, a, n, b, n, one, c, n);
  (hipify_pin::begin(HIPIFY_PIN_SITE("library", "functions.cpp", 12, "curandGenerateUniform", 0), 3), hipify_pin::returned(curandGenerateUniform(hipify_pin::arg<0>(generator), hipify_pin::arg<1>(a), hipify_pin::arg<2>(n))));
  (hipify_pin::begin(HIPIFY_PIN_SITE("launch", "functions.cpp", 13, "kernels::scale", 0), 0), hipify_pin::returned(cudaLaunchKernel((void *)kernels::scale<float>, hipify_pin::grid(grid), hipify_pin::block(256), arguments, hipify_pin::shared(0), hipify_pin::stream(s))));
  (hipify_pin::begin(HIPIFY_PIN_SITE("graph", "functions.cpp", 14, "cudaGraphLaunch", 0), 1), hipify_pin::returned(cudaGraphLaunch(graph, hipify_pin::stream(s))));
  (hipify_pin::begin(HIPIFY_PIN_SITE("free", "functions.cpp", 15, "cudaFree", 0), 1), hipify_pin::returned(cudaFree(hipify_pin::gone(a))));
}
}  // namespace app
