// Both branches count their lanes.
// prints: 10 10 122 10 10 122
// mutant: 100 + __popc(hipify_compat::activemask()) => 100 + __popcll(__activemask())
#include <cstdio>
#include <cuda_runtime.h>

__global__ void votes_of_two_branches(int *out) {
  if (threadIdx.x % 32 < 10)
    out[threadIdx.x] = __popc(__activemask());
  else
    out[threadIdx.x] = 100 + __popc(__activemask());
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  votes_of_two_branches<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
