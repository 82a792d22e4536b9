// Scans over tiles of 16, the nearest of each tile as a structure, and a reduction over some active threads.
// prints: 0 15 120 16 65 888 0 10 105 0 32 825 24 -1 24 -1 -1 -1 0 0 0 20 35 50
// mutant: x < 32 && x % 3 == 0 => x % 3 == 0
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

struct Near {
  int distance;
  short who;
};

__global__ void scans(int *out) {
  const int x = threadIdx.x;
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  out[x] = cg::inclusive_scan(tile, x);
  out[64 + x] = cg::exclusive_scan(tile, x, cg::plus<int>());
  out[128 + x] = -1;
  if (x < 32 && x % 3 == 0) {
    auto active = cg::coalesced_threads();
    out[128 + x] = cg::reduce(active, (x * 7) % 31, cg::greater<int>());
  }
  Near mine = {(x * 13) % 64, static_cast<short>(x)};
  out[192 + x] = cg::reduce(tile, mine, [](const Near &a, const Near &b) { return b.distance < a.distance ? b : a; }).who;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 256 * sizeof(int));
  scans<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int part = 0; part < 256; part += 64) {
    for (int i : {0, 5, 15, 16, 33, 63}) printf("%d ", out[part + i]);
  }
  cudaFree(out);
}
