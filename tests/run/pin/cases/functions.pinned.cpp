#pragma once
#include "hipify_pin.hpp"
namespace app {
void run(cublasHandle_t h, float *a, float *b, float *c, int n, cudaStream_t s) {
  (hipify_pin_begin(HIPIFY_PIN_SITE("allocate", "functions.cpp", 4, "cudaMalloc", 0), 2), hipify_pin_returned(cudaMalloc(hipify_pin_out(&a), hipify_pin_bytes(n * sizeof(float)))));
  cudaError_t error = (hipify_pin_begin(HIPIFY_PIN_SITE("allocate", "functions.cpp", 5, "cudaMalloc", 1), 2), hipify_pin_returned(::cudaMalloc<float>(hipify_pin_out(&b), hipify_pin_bytes(n))));
  if ((hipify_pin_begin(HIPIFY_PIN_SITE("copy", "functions.cpp", 6, "cudaMemcpyAsync", 0), 4), hipify_pin_returned(cudaMemcpyAsync(hipify_pin_to(a), hipify_pin_from(b), hipify_pin_bytes(n * sizeof *a), cudaMemcpyDeviceToDevice, hipify_pin_stream(s)))) != cudaSuccess) return;
  return void((hipify_pin_begin(HIPIFY_PIN_SITE("set", "functions.cpp", 7, "cudaMemset", 0), 2), hipify_pin_returned(cudaMemset(hipify_pin_to(c), 0, hipify_pin_bytes(n)))));
  const float one = 1;
  cublasCreate(&h);
  status = (hipify_pin_begin(HIPIFY_PIN_SITE("library", "functions.cpp", 10, "cublasSgemm", 0), 12), hipify_pin_returned(cublasSgemm(hipify_pin_arg<0>(h), CUBLAS_OP_N, CUBLAS_OP_T, hipify_pin_arg<3>(n), hipify_pin_arg<4>(n), hipify_pin_arg<5>(n), hipify_pin_arg<6>(&one), hipify_pin_arg<7>(a), hipify_pin_arg<8>(n), hipify_pin_arg<9>(b), hipify_pin_arg<10>(n), hipify_pin_arg<11>(&one), hipify_pin_arg<12>(c), hipify_pin_arg<13>(n))));
  cublasSgemm('N', 'T', n, n, n, one, a, n, b, n, one, c, n);
  (hipify_pin_begin(HIPIFY_PIN_SITE("library", "functions.cpp", 12, "curandGenerateUniform", 0), 3), hipify_pin_returned(curandGenerateUniform(hipify_pin_arg<0>(generator), hipify_pin_arg<1>(a), hipify_pin_arg<2>(n))));
  (hipify_pin_begin(HIPIFY_PIN_SITE("launch", "functions.cpp", 13, "kernels::scale", 0), 0), hipify_pin_returned(cudaLaunchKernel((void *)kernels::scale<float>, hipify_pin_grid(grid), hipify_pin_block(256), arguments, hipify_pin_shared(0), hipify_pin_stream(s))));
  (hipify_pin_begin(HIPIFY_PIN_SITE("launch", "functions.cpp", 14, "kernels::add", 0), 0), hipify_pin_returned(cudaLaunchKernel(reinterpret_cast<const void *>(kernels::add<float, std::array<int, 2>>), hipify_pin_grid(grid), hipify_pin_block(block), arguments)));
  (hipify_pin_begin(HIPIFY_PIN_SITE("graph", "functions.cpp", 15, "cudaGraphLaunch", 0), 0), hipify_pin_returned(cudaGraphLaunch(graph, s)));
  (hipify_pin_begin(HIPIFY_PIN_SITE("free", "functions.cpp", 16, "cudaFree", 0), 1), hipify_pin_returned(cudaFree(hipify_pin_gone(a))));
  (hipify_pin_begin(HIPIFY_PIN_SITE("allocate", "functions.cpp", 17, "cudaMalloc", 2), 2), hipify_pin_returned(cudaMalloc((void **)hipify_pin_out(&a), hipify_pin_bytes(n))));
  (hipify_pin_begin(HIPIFY_PIN_SITE("allocate", "functions.cpp", 18, "cudaMalloc", 3), 2), hipify_pin_returned(cudaMalloc(reinterpret_cast<void **>(hipify_pin_out(&buffers[0])), hipify_pin_bytes(n))));
}
}  // namespace app
