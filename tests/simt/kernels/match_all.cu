// Whether all lanes of a warp have the same value.
// prints: 33 33 33 33 33 33
// mutant: hipify_compat::match_all_sync(0xffffffff, => __match_all_sync(__activemask(),
#include <cstdio>
#include <cuda_runtime.h>

__global__ void match_all(int *out) {
  int same;
  unsigned lanes = __match_all_sync(0xffffffff, threadIdx.x / 32, &same);
  out[threadIdx.x] = same + __popc(lanes);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  match_all<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
