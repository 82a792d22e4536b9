// Functions of a library, with the stream of a handle and without one, numbers behind pointers of the host, and copies
// within the device.
//
// fault: call cublasSgemm: plain = HIPBLAS_OP_N => plain = HIPBLAS_OP_T
// fault: host-value cublasSaxpy: arg<1>(n), hipify_pin_arg<2>(&step) => arg<1>(n - 1), hipify_pin_arg<2>(&step)
// fault: host-value cublasDscal: half = 0.5 => half = 0.25
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "pinned.h"

int main() {
  const int n = 257, size = n * n;
  float *a, *b, *c;
  double *d;
  (PIN("allocate", "cudaMalloc", 0, 2), hipify_pin_returned(cudaMalloc((void **)hipify_pin_out(&a), hipify_pin_bytes(size * sizeof(float)))));
  (PIN("allocate", "cudaMalloc", 1, 2), hipify_pin_returned(cudaMalloc((void **)hipify_pin_out(&b), hipify_pin_bytes(size * sizeof(float)))));
  (PIN("allocate", "cudaMalloc", 2, 2), hipify_pin_returned(cudaMalloc((void **)hipify_pin_out(&c), hipify_pin_bytes(size * sizeof(float)))));
  (PIN("allocate", "cudaMalloc", 3, 2), hipify_pin_returned(cudaMalloc((void **)hipify_pin_out(&d), hipify_pin_bytes(n * sizeof(double)))));
  std::vector<float> values(size);
  for (int i = 0; i < size; ++i) values[i] = (i * 37 % 101) * 0.01f - 0.5f;
  (PIN("copy", "cudaMemcpy", 0, 2), hipify_pin_returned(cudaMemcpy(hipify_pin_to(a), values.data(), hipify_pin_bytes(size * sizeof(float)), cudaMemcpyHostToDevice)));
  (PIN("copy", "cudaMemcpy", 1, 3), hipify_pin_returned(cudaMemcpy(hipify_pin_to(b), hipify_pin_from(a), hipify_pin_bytes(size * sizeof(float)), cudaMemcpyDeviceToDevice)));
  (PIN("set", "cudaMemset", 0, 2), hipify_pin_returned(cudaMemset(hipify_pin_to(d), 0x40, hipify_pin_bytes(n * sizeof(double)))));
  cublasHandle_t handle, other;
  cublasCreate(&handle);
  cublasCreate(&other);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  (PIN("library", "cublasSetStream", 0, 2), hipify_pin_returned(cublasSetStream(hipify_pin_arg<0>(handle), hipify_pin_arg<1>(stream))));
  const float alpha = 1.5f, beta = 0.25f, step = -0.125f;
  const double half = 0.5;
  const cublasOperation_t plain = CUBLAS_OP_N;
  for (int round = 0; round < 5; ++round) {
    (PIN("library", "cublasSgemm", 0, 12), hipify_pin_returned(cublasSgemm(hipify_pin_arg<0>(handle), hipify_pin_arg<1>(plain), CUBLAS_OP_T, hipify_pin_arg<3>(n), hipify_pin_arg<4>(n), hipify_pin_arg<5>(n), hipify_pin_arg<6>(&alpha), hipify_pin_arg<7>(a), hipify_pin_arg<8>(n), hipify_pin_arg<9>(b), hipify_pin_arg<10>(n), hipify_pin_arg<11>(&beta), hipify_pin_arg<12>(c), n)));
    cudaStreamSynchronize(stream);
    (PIN("library", "cublasSaxpy", 0, 7), hipify_pin_returned(cublasSaxpy(hipify_pin_arg<0>(other), hipify_pin_arg<1>(n), hipify_pin_arg<2>(&step), hipify_pin_arg<3>(c), hipify_pin_arg<4>(1), hipify_pin_arg<5>(a), hipify_pin_arg<6>(1))));
    (PIN("library", "cublasDscal", 0, 5), hipify_pin_returned(cublasDscal(hipify_pin_arg<0>(other), hipify_pin_arg<1>(n), hipify_pin_arg<2>(&half), hipify_pin_arg<3>(d), hipify_pin_arg<4>(1))));
    cudaDeviceSynchronize();
    (PIN("copy", "cudaMemcpy2D", 0, 6), hipify_pin_returned(cudaMemcpy2D(hipify_pin_arg<0>(b), hipify_pin_arg<1>(n * sizeof(float)), hipify_pin_arg<2>(c), hipify_pin_arg<3>(n * sizeof(float)), hipify_pin_arg<4>(n * sizeof(float)), hipify_pin_arg<5>(n / 2), cudaMemcpyDeviceToDevice)));
  }
  (PIN("copy", "cudaMemcpy", 2, 2), hipify_pin_returned(cudaMemcpy(values.data(), hipify_pin_from(c), hipify_pin_bytes(size * sizeof(float)), cudaMemcpyDeviceToHost)));
  printf("%.5g %.5g\n", values[0], values[size / 2]);
  cublasDestroy(handle);
  cublasDestroy(other);
  return 0;
}
