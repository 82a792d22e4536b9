// Of the lanes in a branch the first one counts them, once in each warp.
// prints: 16 2
// mutant: hipify_compat::activemask() => static_cast<unsigned>(__activemask())
#include <cstdio>
#include <cuda_runtime.h>

__global__ void count(int *out) {
  if (threadIdx.x % 2 == 0) {
    unsigned lanes = __activemask();
    int lane = threadIdx.x % 32;
    if (lane == __ffs(lanes) - 1) out[threadIdx.x / 32] = __popc(lanes);
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 2 * sizeof(int));
  cudaMemset(out, 0, 2 * sizeof(int));
  count<<<1, 36>>>(out);
  cudaDeviceSynchronize();
  printf("%d %d", out[0], out[1]);
  cudaFree(out);
}
