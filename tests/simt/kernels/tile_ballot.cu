// A ballot of a tile of 16.
// prints: 1 3 7 15
// mutant: cg::tiled_partition<16> => cg::tiled_partition<32>
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void tile_ballot(int *out) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  out[threadIdx.x] = tile.ballot(tile.thread_rank() < tile.meta_group_rank() + 1);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  tile_ballot<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 16, 32, 48}) printf("%d ", out[i]);
  cudaFree(out);
}
