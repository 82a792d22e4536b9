// Lanes leave a loop after as many rounds as their number says; those that are left vote.
// not compared on a GPU: the lanes of an NVIDIA warp do not leave loops in step, so __activemask() cannot stand in for __ballot()
// prints: 272 272
// mutant: __popc(hipify_compat::ballot_sync(left, => __popcll(__ballot(
#include <cstdio>
#include <cuda_runtime.h>

__global__ void rounds(int *out) {
  int seen = 0;
  for (int round = 0; round <= threadIdx.x % 32; ++round) {
    unsigned left = 0xffffffffu << round;
    seen += __popc(__ballot_sync(left, threadIdx.x & 1));
  }
  if (threadIdx.x % 32 == 31) out[threadIdx.x / 32] = seen;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 2 * sizeof(int));
  rounds<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  printf("%d %d", out[0], out[1]);
  cudaFree(out);
}
