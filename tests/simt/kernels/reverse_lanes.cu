// Lanes of a warp change places with __shfl_xor_sync.
// prints: 31 30 0 63 62 32
// mutant: 31, 32) => warpSize - 1)
#include <cstdio>
#include <cuda_runtime.h>

__global__ void reverse_lanes(int *out) {
  out[threadIdx.x] = __shfl_xor_sync(0xffffffff, threadIdx.x, warpSize - 1);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  reverse_lanes<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
