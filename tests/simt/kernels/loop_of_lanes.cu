// Lanes leave a loop after as many rounds as their number says: those that are left see each other only.
// prints: 7224 7224
// mutant: __popc(static_cast<unsigned>(__ballot(true) >> (__lane_id() & 32))) => __popcll(__ballot(true))
#include <cstdio>
#include <cuda_runtime.h>

__global__ void rounds(int *out) {
  int seen = 0;
  for (int round = 0; round <= threadIdx.x % 32; ++round)
    if (round % 2 == 0 || threadIdx.x % 2 == 0) seen += __popc(__ballot_sync(__activemask(), true));
  atomicAdd(&out[threadIdx.x / 32], seen);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 2 * sizeof(int));
  cudaMemset(out, 0, 2 * sizeof(int));
  rounds<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  printf("%d %d", out[0], out[1]);
  cudaFree(out);
}
