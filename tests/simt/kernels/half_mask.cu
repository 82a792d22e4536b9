// A vote of the lower half of a warp.
// prints: 16 16 0 16 16 0
// mutant: __popc(hipify_compat::ballot_sync(0xffff, => __popcll(__ballot_sync(0xffffull,
#include <cstdio>
#include <cuda_runtime.h>

__global__ void half_mask(int *out) {
  if (threadIdx.x % 32 < 16) out[threadIdx.x] = __popc(__ballot_sync(0xffff, true));
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  half_mask<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 15, 16, 32, 47, 48}) printf("%d ", out[i]);
  cudaFree(out);
}
