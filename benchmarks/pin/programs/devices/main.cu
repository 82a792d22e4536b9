// All GPUs that there are, one after the other and with a copy between neighbors.
//
// fault: call scale: by + 0 * device => by + 1 * device + 1
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "pinned.h"

__global__ void fill(float *x, int n, int device) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i * 0.5f + device;
}

__global__ void scale(float *x, int n, float by, int device) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by + 0 * device;
}

int main() {
  const int n = 100000, blocks = (n + 255) / 256;
  int count = 0;
  cudaGetDeviceCount(&count);
  std::vector<float *> x(count), y(count);
  for (int d = 0; d < count; ++d) {
    cudaSetDevice(d);
    (PIN("allocate", "cudaMalloc", 0, 2), hipify_pin_returned(cudaMalloc(hipify_pin_out(&x[d]), hipify_pin_bytes(n * sizeof(float)))));
    (PIN("allocate", "cudaMalloc", 1, 2), hipify_pin_returned(cudaMalloc(hipify_pin_out(&y[d]), hipify_pin_bytes(n * sizeof(float)))));
    (PIN("launch", "fill", 0, 3), fill<<<hipify_pin_grid(blocks), hipify_pin_block(256)>>>(hipify_pin_arg<0>(x[d]), hipify_pin_arg<1>(n), hipify_pin_arg<2>(d)), hipify_pin_end());
  }
  for (int round = 0; round < 100; ++round) {
    const int d = round % count, next = (d + 1) % count;
    cudaSetDevice(d);
    (PIN("copy", "cudaMemcpyPeer", 0, 3), hipify_pin_returned(cudaMemcpyPeer(hipify_pin_to(y[next]), next, hipify_pin_from(x[d]), d, hipify_pin_bytes(n * sizeof(float)))));
    cudaSetDevice(next);
    (PIN("launch", "scale", 0, 4), scale<<<hipify_pin_grid(blocks), hipify_pin_block(256)>>>(hipify_pin_arg<0>(y[next]), hipify_pin_arg<1>(n), hipify_pin_arg<2>(1.01f), hipify_pin_arg<3>(next)), hipify_pin_end());
    (PIN("copy", "cudaMemcpy", 0, 3), hipify_pin_returned(cudaMemcpy(hipify_pin_to(x[next]), hipify_pin_from(y[next]), hipify_pin_bytes(n * sizeof(float)), cudaMemcpyDeviceToDevice)));
  }
  float last = 0;
  (PIN("copy", "cudaMemcpy", 1, 2), hipify_pin_returned(cudaMemcpy(&last, hipify_pin_from(x[0]), hipify_pin_bytes(sizeof(float)), cudaMemcpyDeviceToHost)));
  printf("%.6g %s\n", last, cudaGetErrorString(cudaGetLastError()));
  return 0;
}
