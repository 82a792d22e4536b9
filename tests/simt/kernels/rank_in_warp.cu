// The rank of a lane among those of its warp that agree.
// prints: 0 1 10 0 1 10
// mutant: hipify_compat::ballot_sync(0xffffffff, => __ballot(
#include <cstdio>
#include <cuda_runtime.h>

__global__ void rank_in_warp(int *out) {
  bool is_chosen = threadIdx.x % 3 == 0;
  unsigned chosen = __ballot_sync(0xffffffff, is_chosen);
  unsigned before = (1u << (threadIdx.x % 32)) - 1;
  out[threadIdx.x] = is_chosen ? __popc(chosen & before) : -1;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  rank_in_warp<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 3, 30, 33, 36, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
