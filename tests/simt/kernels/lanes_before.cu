// A mask of the lanes before one, by a special register.
// prints: 0 1 31 0 1 31
// mutant: __popc(before & hipify_compat::ballot_sync(0xffffffff, true)) => __popcll(((1ull << __lane_id()) - 1) & __ballot(true))
#include <cstdio>
#include <cuda_runtime.h>

__global__ void lanes_before(int *out) {
  unsigned before;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(before));
  out[threadIdx.x] = __popc(before & __ballot_sync(0xffffffff, true));
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  lanes_before<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
