// Each tile of eight lanes votes for itself.
// prints: 0 0 8 140 140 140
// mutant: cg::tiled_partition<8> => cg::tiled_partition<16>
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void tiles_of_eight(int *out) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int many = tile.any(threadIdx.x == 43);
  out[threadIdx.x] = many * 100 + tile.shfl(int(threadIdx.x), 0);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  tiles_of_eight<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 7, 8, 40, 43, 47}) printf("%d ", out[i]);
  cudaFree(out);
}
