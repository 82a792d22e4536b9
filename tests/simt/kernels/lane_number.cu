// The number of a lane by a special register.
// prints: 0 1 31 0 1 31
// mutant: hipify_ptx::laneid() => __lane_id()
#include <cstdio>
#include <cuda_runtime.h>

__global__ void lane_number(int *out) {
  int lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  out[threadIdx.x] = lane;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  lane_number<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
