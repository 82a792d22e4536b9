// The number of a lane by its last bits.
// prints: 31 31 31 31 31 31
// mutant: & 31; => & (warpSize - 1);
#include <cstdio>
#include <cuda_runtime.h>

__global__ void lane_by_and(int *out) {
  int lane = threadIdx.x & (warpSize - 1);
  out[threadIdx.x] = __shfl_sync(0xffffffff, lane, warpSize - 1);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  lane_by_and<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
