// The first lane of a branch adds for all.
// prints: 16 1 1 1
// mutant: threadIdx.x % 32 == leader => __lane_id() == leader
#include <cstdio>
#include <cuda_runtime.h>

__global__ void leader_by_ffs(int *out) {
  if (threadIdx.x % 4 == 1) {
    unsigned active = __activemask();
    int leader = __ffs(active) - 1;
    if (threadIdx.x % 32 == leader) atomicAdd(out, __popc(active));
    out[threadIdx.x] = leader;
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  leader_by_ffs<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 33, 61}) printf("%d ", out[i]);
  cudaFree(out);
}
