// Threads with streams of their own, the first of which captures a graph while the others work.
//
// fault: call step: * 0.999f => * 0.998f
// fault: unseen step: x[i] * 0.5f + i => x[i] * 0.5f - i
// fault: call count: bins[x % 64], 1u => bins[x % 63], 1u
// fault: host-data cudaMemcpyAsync: state * 1664525u => state * 1664527u
#include <cuda_runtime.h>

#include <cstdio>
#include <thread>
#include <vector>

#include "pinned.h"

__global__ void step(float *x, int n, float by) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] = x[i] * 0.999f + by;
}

__global__ void prepare(float *x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] = x[i] * 0.5f + i;
}

__global__ void count(const unsigned *data, unsigned *bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned x = data[i];
    atomicAdd(&bins[x % 64], 1u);
  }
}

static void work(int number, float *result) {
  const int n = 50000;
  float *x;
  unsigned *data, *bins;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&data, n * sizeof(unsigned));
  cudaMalloc(&bins, 64 * sizeof(unsigned));
  std::vector<unsigned> values(n);
  unsigned state = 12345 + number;
  for (unsigned &each : values) each = state = state * 1664525u + 1013904223u;
  (PIN("copy", "cudaMemcpyAsync", 0, 3), hipify_pin_returned(cudaMemcpyAsync(hipify_pin_to(data), values.data(), hipify_pin_bytes(n * sizeof(unsigned)), cudaMemcpyHostToDevice, hipify_pin_stream(stream))));
  (PIN("set", "cudaMemsetAsync", 0, 3), hipify_pin_returned(cudaMemsetAsync(hipify_pin_to(x), 0, hipify_pin_bytes(n * sizeof(float)), hipify_pin_stream(stream))));
  (PIN("set", "cudaMemsetAsync", 1, 3), hipify_pin_returned(cudaMemsetAsync(hipify_pin_to(bins), 0, hipify_pin_bytes(64 * sizeof(unsigned)), hipify_pin_stream(stream))));
  cudaStreamSynchronize(stream);
  if (number == 0) {
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    (PIN("graph", "cudaStreamBeginCapture", 0, 0), hipify_pin_returned(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal)));
    (PIN("launch", "prepare", 0, 2), prepare<<<hipify_pin_grid(64), hipify_pin_block(128), 0, hipify_pin_stream(stream)>>>(hipify_pin_arg<0>(x), hipify_pin_arg<1>(n)), hipify_pin_end());
    (PIN("graph", "cudaStreamEndCapture", 0, 0), hipify_pin_returned(cudaStreamEndCapture(stream, &graph)));
    cudaGraphInstantiateWithFlags(&ready, graph, 0);
    for (int round = 0; round < 3; ++round) (PIN("graph", "cudaGraphLaunch", 0, 0), hipify_pin_returned(cudaGraphLaunch(ready, stream)));
  }
  for (int round = 0; round < 20; ++round) {
    (PIN("launch", "step", 0, 3), step<<<hipify_pin_grid(64), hipify_pin_block(128), 0, hipify_pin_stream(stream)>>>(hipify_pin_arg<0>(x), hipify_pin_arg<1>(n), hipify_pin_arg<2>(number + round * 0.5f)), hipify_pin_end());
    (PIN("launch", "count", 0, 3), count<<<hipify_pin_grid(64), hipify_pin_block(128), 0, hipify_pin_stream(stream)>>>(hipify_pin_arg<0>(data), hipify_pin_arg<1>(bins), hipify_pin_arg<2>(n)), hipify_pin_end());
  }
  (PIN("copy", "cudaMemcpyAsync", 1, 3), hipify_pin_returned(cudaMemcpyAsync(result, hipify_pin_from(x), hipify_pin_bytes(sizeof(float)), cudaMemcpyDeviceToHost, hipify_pin_stream(stream))));
  cudaStreamSynchronize(stream);
}

int main() {
  float results[4];
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(work, i, results + i);
  for (std::thread &each : threads) each.join();
  for (float each : results) printf("%.6g\n", each);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}
