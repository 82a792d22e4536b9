// A row of shared memory for each warp.
// prints: 31 30 0 63 62 32
// mutant: lane = threadIdx.x % 32, warp = threadIdx.x / 32 => lane = threadIdx.x % 32, warp = threadIdx.x / warpSize
#include <cstdio>
#include <cuda_runtime.h>

__global__ void shared_by_warp(int *out) {
  __shared__ int rows[2][32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  rows[warp][lane] = threadIdx.x;
  __syncwarp();
  out[threadIdx.x] = rows[warp][31 - lane];
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  shared_by_warp<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
