// Groups of each warp reduce at the same time, each with its own mask, below conditions too.
// prints: 28 -7 7 220 -1 -4 3 16 | 284 -39 39 476 -33 -4 35 16
// mutant: hipify_compat::reduce_min_sync(group, => __reduce_min_sync((unsigned long long)group,
#include <cstdio>
#include <cuda_runtime.h>

__global__ void reduce_by_groups(int *out) {
  int v = threadIdx.x, lane = v % 32, base = v / 32 * 8;
  unsigned group = 0xffu << (lane & 24);
  int sum = __reduce_add_sync(group, v);
  int least = __reduce_min_sync(group, lane % 2 ? -v : v), most = __reduce_max_sync(group, -v);
  unsigned largest = __reduce_max_sync(group, (unsigned)v);
  if (lane == 0) out[base] = sum, out[base + 1] = least, out[base + 2] = largest;
  if (lane == 31) out[base + 3] = sum;
  if (lane == 8) out[base + 4] = most + 7;
  if (lane % 4 == 1) {
    // The others are elsewhere.
    int wrapped = __reduce_add_sync(0x22222222, 0x7fffffff);
    if (lane == 1) out[base + 5] = wrapped + 4;
    unsigned both = __reduce_and_sync(0x22222222, v | 2), any = __reduce_or_sync(0x22222222, lane == 29 ? 0 : v & 16);
    if (lane == 1) out[base + 6] = both, out[base + 7] = any;
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 16 * sizeof(int));
  reduce_by_groups<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 16; ++i) printf(i == 8 ? "| %d " : "%d ", out[i]);
  cudaFree(out);
}
