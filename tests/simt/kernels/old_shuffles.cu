// Shuffles without masks, of CUDA before 9.
// not compared on a GPU: GPUs after Pascal have no shuffles without masks
// prints: 49 53 106 305 309 362
// mutant: 5, 32) => 5)
// mutant: 3, 32) => 3)
#include <cstdio>
#include <cuda_runtime.h>

__global__ void old_shuffles(int *out) {
  int v = threadIdx.x;
  v += __shfl(v, 5);
  v += __shfl_up(v, 3);
  out[threadIdx.x] = v + __shfl_xor(v, 16);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  old_shuffles<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
