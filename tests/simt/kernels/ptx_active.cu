// The active lanes by inline PTX.
// prints: 5 5 0 6 6 6
// mutant: hipify_ptx::activemask() => unsigned(__activemask())
#include <cstdio>
#include <cuda_runtime.h>

__global__ void ptx_active(int *out) {
  if (threadIdx.x % 32 < 5 + threadIdx.x / 32) {
    unsigned lanes;
    asm volatile("activemask.b32 %0;" : "=r"(lanes));
    out[threadIdx.x] = __popc(lanes);
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  ptx_active<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 4, 5, 32, 36, 37}) printf("%d ", out[i]);
  cudaFree(out);
}
