// A block whose last warp has few threads.
// prints: 32 32 8 8 0
// mutant: __popc(hipify_compat::activemask()) => __popcll(__activemask())
#include <cstdio>
#include <cuda_runtime.h>

__global__ void partial_block(int *out) {
  out[threadIdx.x] = __popc(__activemask());
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  partial_block<<<1, 40>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 31, 32, 39, 40}) printf("%d ", out[i]);
  cudaFree(out);
}
