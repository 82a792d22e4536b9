// Tiles of 32 threads add up.
// prints: 496 496 496 1520 1520 1520
// mutant: cg::tiled_partition<32> => cg::tiled_partition<64>
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void tile_sum(int *out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int v = threadIdx.x;
  for (int offset = tile.size() / 2; offset > 0; offset /= 2) v += tile.shfl_xor(v, offset);
  out[threadIdx.x] = v;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  tile_sum<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
