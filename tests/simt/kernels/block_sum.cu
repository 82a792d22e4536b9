// Warps write their sums to shared memory, and the first warp adds them up.
// prints: 32640 496 1520 7664
// mutant: threadIdx.x / 32; => threadIdx.x / warpSize;
#include <cstdio>
#include <cuda_runtime.h>

__global__ void block_sum(int *out) {
  __shared__ int sums[32];
  int v = threadIdx.x, lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  for (int offset = 16; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffffff, v, offset);
  if (lane == 0) sums[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = lane < blockDim.x / warpSize ? sums[lane] : 0;
    for (int offset = 16; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffffff, v, offset);
    if (lane == 0) out[0] = v;
  }
  out[1 + warp] = sums[warp];
}

int main() {
  int *out;
  cudaMallocManaged(&out, 256 * sizeof(int));
  cudaMemset(out, 0, 256 * sizeof(int));
  block_sum<<<1, 256>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 2, 8}) printf("%d ", out[i]);
  cudaFree(out);
}
