// Each warp adds up its lanes, the way that __shfl_down_sync does it for the first lane.
// prints: 496 32 1520 2016
// mutant: __shfl_down(v, offset, 32) => __shfl_down(v, offset)
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sum(int *out) {
  int v = threadIdx.x;
  for (int offset = 16; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffffff, v, offset);
  out[threadIdx.x] = v;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  sum<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  printf("%d %d %d %d", out[0], out[31] / 31, out[32], out[63]);
  cudaFree(out);
}
