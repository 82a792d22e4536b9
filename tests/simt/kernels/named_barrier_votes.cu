// Halves of a block count at a barrier of their own, again and again; then all vote, of whose last warp half is missing.
// prints: 10 20 11 21 12 22 | 1 0 1 0
// mutant: barrier_red_popc<true>(half, 128u, ptx_p) => bar_red_popc(ptx_p)
// mutant: hipify_ptx::barrier_red_and<true>(9u, => hipify_ptx::barrier_red_or<true>(9u,
#include <cstdio>
#include <cuda_runtime.h>

__global__ void named_barrier_votes(int *out) {
  const unsigned half = threadIdx.x / 128, last = half * 128 + 10 + half * 10;
  unsigned held = 0;
  for (unsigned round = 0; half < 2 && round < 3; ++round) {
    asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, %2; bar.red.popc.u32 %0, %3, 128, p; }"
                 : "=r"(held) : "r"(threadIdx.x), "r"(last + round), "r"(half) : "memory");
    out[half * 3 + round] = held;
  }
  unsigned all, some, none, lacks;
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %2, 400; bar.red.and.pred p, 9, p; selp.u32 %0, 1, 0, p;"
               " setp.lt.u32 p, %2, 271; bar.red.and.pred p, 9, p; selp.u32 %1, 1, 0, p; }"
               : "=r"(all), "=r"(lacks) : "r"(threadIdx.x) : "memory");
  asm volatile("{ .reg .pred p; setp.eq.u32 p, %2, 200; barrier.red.or.pred p, %3, p; selp.u32 %0, 1, 0, p;"
               " setp.eq.u32 p, %2, 400; barrier.cta.red.or.pred p, %3, p; selp.u32 %1, 1, 0, p; }"
               : "=r"(some), "=r"(none) : "r"(threadIdx.x), "r"(5) : "memory");
  if (threadIdx.x == 271) out[6] = all, out[7] = lacks, out[8] = some, out[9] = none;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 10 * sizeof(int));
  cudaMemset(out, 0, 10 * sizeof(int));
  named_barrier_votes<<<1, 272>>>(out);
  cudaDeviceSynchronize();
  printf("%d %d %d %d %d %d | %d %d %d %d", out[0], out[3], out[1], out[4], out[2], out[5], out[6], out[7], out[8], out[9]);
  cudaFree(out);
}
