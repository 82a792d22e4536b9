// Votes within branches within branches.
// prints: 412 12 0 412 12 0
// mutant: seen = __popc(hipify_compat::ballot_sync(0xffffff, => seen = __popcll(__ballot(
#include <cstdio>
#include <cuda_runtime.h>

__global__ void nested_branches(int *out) {
  int lane = threadIdx.x % 32, seen = 0;
  if (lane < 24) {
    seen = __popc(__ballot_sync(0xffffff, lane % 2));
    if (lane < 6) seen += 100 * __popc(__ballot_sync(0x3f, lane > 1));
  }
  out[threadIdx.x] = seen;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  nested_branches<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 6, 24, 32, 38, 56}) printf("%d ", out[i]);
  cudaFree(out);
}
