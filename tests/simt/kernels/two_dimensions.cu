// Lanes of a block of two dimensions.
// prints: 31 30 0 63 62 32
// mutant: 31 - lane, 32) => warpSize - 1 - lane)
#include <cstdio>
#include <cuda_runtime.h>

__global__ void two_dimensions(int *out) {
  int thread = threadIdx.y * blockDim.x + threadIdx.x;
  int lane = thread % 32;
  out[thread] = __shfl_sync(0xffffffff, thread, 31 - lane);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  two_dimensions<<<1, dim3(16, 4)>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
