// Votes without masks, of CUDA before 9.
// not compared on a GPU: GPUs after Pascal have no votes without masks
// prints: 1 1 1 34 34 34
// mutant: hipify_compat::any(threadIdx.x == 3) => __any(threadIdx.x == 3)
// mutant: hipify_compat::all(threadIdx.x > 3) => __all(threadIdx.x > 3)
// mutant: hipify_compat::ballot( => __ballot(
#include <cstdio>
#include <cuda_runtime.h>

__global__ void old_votes(int *out) {
  unsigned votes = __ballot(threadIdx.x >= 32);
  out[threadIdx.x] = __popc(votes) + __any(threadIdx.x == 3) + 2 * __all(threadIdx.x > 3);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  old_votes<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
