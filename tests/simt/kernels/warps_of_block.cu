// How many warps a block has, and which one a thread belongs to.
// prints: 20 20 20 21 21 21
// mutant: 32 - 1) / 32 => warpSize - 1) / warpSize
#include <cstdio>
#include <cuda_runtime.h>

__global__ void warps_of_block(int *out) {
  int warps = (blockDim.x + warpSize - 1) / warpSize;
  out[threadIdx.x] = 10 * warps + threadIdx.x / warpSize;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  warps_of_block<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
