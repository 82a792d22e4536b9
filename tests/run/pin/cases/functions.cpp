#pragma once
namespace app {
void run(cublasHandle_t h, float *a, float *b, float *c, int n, cudaStream_t s) {
  cudaMalloc(&a, n * sizeof(float));
  cudaError_t error = ::cudaMalloc<float>(&b, n);
  if (cudaMemcpyAsync(a, b, n * sizeof *a, cudaMemcpyDeviceToDevice, s) != cudaSuccess) return;
  return void(cudaMemset(c, 0, n));
  const float one = 1;
  cublasCreate(&h);
  status = cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, a, n, b, n, &one, c, n);
  cublasSgemm('N', 'T', n, n, n, one, a, n, b, n, one, c, n);
  curandGenerateUniform(generator, a, n);
  cudaLaunchKernel((void *)kernels::scale<float>, grid, 256, arguments, 0, s);
  cudaLaunchKernel(reinterpret_cast<const void *>(kernels::add<float, std::array<int, 2>>), grid, block, arguments);
  cudaGraphLaunch(graph, s);
  cudaFree(a);
  cudaMalloc((void **)&a, n);
  cudaMalloc(reinterpret_cast<void **>(&buffers[0]), n);
}
}  // namespace app
