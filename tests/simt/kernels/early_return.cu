// Lanes that have left take no part.
// prints: 20 20 0 20 20 0
// mutant: __popc(hipify_compat::activemask()) => __popcll(__activemask())
#include <cstdio>
#include <cuda_runtime.h>

__global__ void early_return(int *out) {
  if (threadIdx.x % 32 >= 20) return;
  out[threadIdx.x] = __popc(__activemask());
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  early_return<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 19, 20, 32, 51, 52}) printf("%d ", out[i]);
  cudaFree(out);
}
