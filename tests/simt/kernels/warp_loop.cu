// A reduction whose steps begin at half of warpSize.
// prints: 496 496 496 1520 1520 1520
// mutant: offset = 16 => offset = warpSize / 2
#include <cstdio>
#include <cuda_runtime.h>

__global__ void warp_loop(int *out) {
  int v = threadIdx.x;
  for (int offset = warpSize / 2; offset > 0; offset /= 2) v += __shfl_xor_sync(0xffffffff, v, offset);
  out[threadIdx.x] = v;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  warp_loop<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
