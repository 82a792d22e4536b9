// Lanes with the same key elect one of them.
// prints: 8 6 6 7 7 6
// mutant: hipify_compat::match_any_sync(0xffffffff, => __match_any_sync(__activemask(),
#include <cstdio>
#include <cuda_runtime.h>

__global__ void peers_of_a_key(int *out) {
  int key = threadIdx.x / 3 % 5, lane = threadIdx.x % 32;
  unsigned peers = __match_any_sync(0xffffffff, key);
  out[threadIdx.x] = __ffs(peers) - 1 == lane ? __popc(peers) : 0;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  peers_of_a_key<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 3, 6, 32, 33, 36}) printf("%d ", out[i]);
  cudaFree(out);
}
