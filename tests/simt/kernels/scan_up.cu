// An inclusive sum over each warp.
// prints: 1 2 32 1 2 32
// mutant: lane = threadIdx.x % 32 => lane = threadIdx.x % warpSize
#include <cstdio>
#include <cuda_runtime.h>

__global__ void scan_up(int *out) {
  int v = 1, lane = threadIdx.x % 32;
  for (int step = 1; step < 32; step *= 2) {
    int other = __shfl_up_sync(0xffffffff, v, step);
    if (lane >= step) v += other;
  }
  out[threadIdx.x] = v;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  scan_up<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
