// Two streams, memory that is allocated in their order, several types, a structure that holds a pointer, and a unit of
// the host alone.
//
// fault: call sum_of_blocks: threadIdx.x + half] => threadIdx.x + half - 1]
// fault: call axpy: y.data[i] += a * => y.data[i] -= a *
// fault: host-data cudaMemcpy: to(x), values.data(), => to(x), values.data() + 1,
#include <cuda_runtime.h>
#include <cuda_fp16.h>

#include <cstdio>
#include <vector>

#include "host.h"
#include "pinned.h"

__global__ void scale(float *x, int n, float by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}

template <class T>
__global__ void sum_of_blocks(const T *in, T *out, int n) {
  __shared__ T shared[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  shared[threadIdx.x] = i < n ? in[i] : T(0);
  __syncthreads();
  for (int half = 128; half; half /= 2) {
    if (threadIdx.x < half) shared[threadIdx.x] += shared[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = shared[0];
}

__global__ void to_half(const float *in, __half *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __float2half(in[i]);
}

struct View {
  double *data;
  int n;
};

__global__ void axpy(View y, const double *x, double a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < y.n) y.data[i] += a * x[i];
}

template <class T>
void sum(const T *in, T *out, int n, cudaStream_t stream) {
  (PIN("launch", "sum_of_blocks", 0, 3), sum_of_blocks<T><<<hipify_pin_grid((n + 255) / 256), hipify_pin_block(256), 0, hipify_pin_stream(stream)>>>(hipify_pin_arg<0>(in), hipify_pin_arg<1>(out), hipify_pin_arg<2>(n)), hipify_pin_end());
}

int main() {
  const int n = 100003, blocks = (n + 255) / 256;
  float *x, *sums;
  double *y, *z;
  (PIN("allocate", "cudaMalloc", 0, 2), hipify_pin_returned(cudaMalloc(hipify_pin_out(&x), hipify_pin_bytes(n * sizeof(float)))));
  (PIN("allocate", "cudaMalloc", 1, 2), hipify_pin_returned(cudaMalloc(hipify_pin_out(&y), hipify_pin_bytes(n * sizeof(double)))));
  cudaMalloc(&z, n * sizeof(double));
  std::vector<float> values(n + 1);
  std::vector<double> doubles(n);
  for (int i = 0; i < n; ++i) {
    values[i] = (i % 1000) * 0.25f - 100;
    doubles[i] = i * 0.001;
  }
  (PIN("copy", "cudaMemcpy", 0, 2), hipify_pin_returned(cudaMemcpy(hipify_pin_to(x), values.data(), hipify_pin_bytes(n * sizeof(float)), cudaMemcpyHostToDevice)));
  upload(z, doubles.data(), n);
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEvent_t ready;
  cudaEventCreate(&ready);
  for (int round = 0; round < 10; ++round) {
    (PIN("launch", "scale", 0, 3), scale<<<hipify_pin_grid(dim3(blocks)), hipify_pin_block(dim3(256)), 0, hipify_pin_stream(first)>>>(hipify_pin_arg<0>(x), hipify_pin_arg<1>(n), hipify_pin_arg<2>(1.0f + round * 0.01f)), hipify_pin_end());
    cudaEventRecord(ready, first);
    cudaStreamWaitEvent(second, ready, 0);
    (PIN("allocate", "cudaMallocAsync", 0, 3), hipify_pin_returned(cudaMallocAsync(hipify_pin_out(&sums), hipify_pin_bytes(blocks * sizeof(float)), hipify_pin_stream(second))));
    sum(x, sums, n, second);
    sum(z, y, n, first);
    __half *halves;
    (PIN("allocate", "cudaMallocAsync", 1, 3), hipify_pin_returned(cudaMallocAsync(hipify_pin_out(&halves), hipify_pin_bytes(n * sizeof(__half)), hipify_pin_stream(second))));
    (PIN("launch", "to_half", 0, 3), to_half<<<hipify_pin_grid(blocks), hipify_pin_block(256), 0, hipify_pin_stream(second)>>>(hipify_pin_arg<0>(x), hipify_pin_arg<1>(halves), hipify_pin_arg<2>(n)), hipify_pin_end());
    const View view = {y, n};
    (PIN("launch", "axpy", 0, 3), axpy<<<hipify_pin_grid(blocks), hipify_pin_block(256), 0, hipify_pin_stream(first)>>>(hipify_pin_arg<0>(view), hipify_pin_arg<1>(z), hipify_pin_arg<2>(0.5 + round)), hipify_pin_end());
    std::vector<float> back(blocks);
    (PIN("copy", "cudaMemcpyAsync", 0, 3), hipify_pin_returned(cudaMemcpyAsync(back.data(), hipify_pin_from(sums), hipify_pin_bytes(blocks * sizeof(float)), cudaMemcpyDeviceToHost, hipify_pin_stream(second))));
    cudaFreeAsync(halves, second);
    (PIN("free", "cudaFreeAsync", 0, 2), hipify_pin_returned(cudaFreeAsync(hipify_pin_gone(sums), hipify_pin_stream(second))));
    cudaStreamSynchronize(second);
    cudaEventRecord(ready, second);
    cudaStreamWaitEvent(first, ready, 0);
    double total = 0;
    for (float each : back) total += each;
    printf("%.6g\n", total);
  }
  (PIN("copy", "cudaMemcpy", 1, 2), hipify_pin_returned(cudaMemcpy(doubles.data(), hipify_pin_from(y), hipify_pin_bytes(n * sizeof(double)), cudaMemcpyDeviceToHost)));
  printf("%.10g %s\n", doubles[n / 2], cudaGetErrorString(cudaGetLastError()));
  return 0;
}
