// Each lane reads its right neighbor, the last one the first.
// prints: 1 2 0 33 34 32
// mutant:  % 32, 32) =>  % warpSize)
#include <cstdio>
#include <cuda_runtime.h>

__global__ void rotate(int *out) {
  out[threadIdx.x] = __shfl_sync(0xffffffff, threadIdx.x, (threadIdx.x + 1) % 32);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  rotate<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
