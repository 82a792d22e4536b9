// The first of some lanes counts for all, and passes on what it got. Prints how many were counted: 64.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__device__ int take(int *count) {
  cg::coalesced_group g = cg::coalesced_threads();
  int base;
  if (g.thread_rank() == 0) base = atomicAdd(count, g.size());
  return g.shfl(base, 0) + g.thread_rank();
}

__global__ void of_odd_lanes(int *count, int *taken) {
  if (threadIdx.x & 1) taken[take(count)] = threadIdx.x;
}

int main() {
  int *count, *taken;
  cudaMallocManaged(&count, sizeof(int));
  cudaMallocManaged(&taken, 4096 * sizeof(int));
  *count = 0;
  of_odd_lanes<<<2, 64>>>(count, taken);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  std::printf("%d\n", *count);
}
