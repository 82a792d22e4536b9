// A tile of 32 lanes adds up, and its first lane writes: two tiles on a wave of 64.
// prints: 496 1520
// mutant: cg::tiled_partition<32> => cg::tiled_partition<64>
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;

__global__ void sum(int *out) {
  extern __shared__ int values[];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  int v = values[blockDim.x - 1 - threadIdx.x];
  for (int offset = tile.size() / 2; offset > 0; offset /= 2) v += tile.shfl_down(v, offset);
  if (tile.thread_rank() == 0) out[1 - tile.meta_group_rank()] = v;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 2 * sizeof(int));
  sum<<<1, 64, 64 * sizeof(int)>>>(out);
  cudaDeviceSynchronize();
  printf("%d %d", out[0], out[1]);
  cudaFree(out);
}
