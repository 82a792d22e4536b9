// One atomic for all lanes of a warp, and a number for each of them.
// prints: 16 116 0 1 15 100 115
// mutant: __shfl(first, leader, 32) => __shfl(first, leader)
#include <cstdio>
#include <cuda_runtime.h>

__device__ int add_one(int *counter) {
  unsigned active = __activemask();
  int lane = threadIdx.x % 32, leader = __ffs(active) - 1, first = 0;
  if (lane == leader) first = atomicAdd(counter, __popc(active));
  first = __shfl_sync(active, first, leader);
  return first + __popc(active & ((1u << lane) - 1));
}

__global__ void aggregated_add(int *out) {
  if (threadIdx.x % 2 == 0) out[threadIdx.x] = add_one(out + threadIdx.x / 32 * 32 + 1);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  out[33] = 100;
  aggregated_add<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {1, 33, 0, 2, 30, 32, 62}) printf("%d ", out[i]);
  cudaFree(out);
}
