// A shuffle by inline PTX.
// prints: 3 3 3 35 35 35
// mutant: hipify_ptx::shfl<hipify_ptx::shfl_mode::idx>(v, 3u, 31u, 0xffffffffu) => __shfl(v, 3)
#include <cstdio>
#include <cuda_runtime.h>

__global__ void ptx_shuffle(int *out) {
  int v = threadIdx.x, other;
  asm volatile("shfl.sync.idx.b32 %0, %1, 3, 31, 0xffffffff;" : "=r"(other) : "r"(v));
  out[threadIdx.x] = other;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  ptx_shuffle<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
