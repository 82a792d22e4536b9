// Which lanes of a warp have the same value.
// prints: 4 4 4 4 4 4
// mutant: __popc(hipify_compat::match_any_sync(0xffffffff, => __popcll(__match_any_sync(__activemask(),
#include <cstdio>
#include <cuda_runtime.h>

__global__ void match_any(int *out) {
  out[threadIdx.x] = __popc(__match_any_sync(0xffffffff, threadIdx.x % 8));
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  match_any<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
