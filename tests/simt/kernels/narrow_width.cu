// A shuffle within eight lanes.
// prints: 0 0 24 32 32 56
// mutant: 0, 8) => 0)
#include <cstdio>
#include <cuda_runtime.h>

__global__ void narrow_width(int *out) {
  out[threadIdx.x] = __shfl_sync(0xffffffff, threadIdx.x, 0, 8);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  narrow_width<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
