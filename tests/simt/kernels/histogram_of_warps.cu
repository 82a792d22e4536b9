// A histogram for each warp in shared memory.
// prints: 8 8 8 8 32 0 0
// mutant: int warp = threadIdx.x / 32 => int warp = threadIdx.x / warpSize
#include <cstdio>
#include <cuda_runtime.h>

__global__ void histogram_of_warps(int *out) {
  __shared__ int bins[2][4];
  int warp = threadIdx.x / warpSize, lane = threadIdx.x % warpSize;
  if (lane < 4) bins[warp][lane] = 0;
  __syncwarp();
  atomicAdd(&bins[warp][threadIdx.x % 4 * (1 - warp)], 1);
  __syncthreads();
  if (lane < 4) out[warp * 4 + lane] = bins[warp][lane];
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  histogram_of_warps<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 2, 3, 4, 5, 7}) printf("%d ", out[i]);
  cudaFree(out);
}
