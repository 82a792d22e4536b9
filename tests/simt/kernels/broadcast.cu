// The first lane of each warp tells the others what it has.
// prints: 100 100 100 132 132 132
// mutant: 0, 32) => 0)
#include <cstdio>
#include <cuda_runtime.h>

__global__ void broadcast(int *out) {
  out[threadIdx.x] = __shfl_sync(0xffffffff, 100 + threadIdx.x, 0);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  broadcast<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
