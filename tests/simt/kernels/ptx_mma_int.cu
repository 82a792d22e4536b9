// Two warps multiply matrices of their own: rows of A count up, B is 1 at (k, column k), and 2 in the second warp.
// prints: 0 1 16 17 8 9 24 25 | 0 2 32 34 16 18 48 50
// mutant: hipify_ptx::mma_int<hipify_ptx::type::s8, hipify_ptx::type::s8, false> => hipify_ptx::mma_int<hipify_ptx::type::s4, hipify_ptx::type::s4, false>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void ptx_mma_int(int *out) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, group = lane / 4, place = lane % 4;
  // A of 16 x 16 is (row * 8 + k) % 128; B of 16 x 8 is warp + 1 where k is the column.
  unsigned a[2] = {}, b = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned k = 4 * place + i;
    a[0] |= (group * 8 + k) % 128 << 8 * i;
    a[1] |= ((group + 8) * 8 + k) % 128 << 8 * i;
    b |= (k == group ? warp + 1 : 0) << 8 * i;
  }
  int d[4] = {};
  asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
               : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(b));
  for (unsigned i = 0; i < 4; ++i) out[warp * 128 + (group + i / 2 * 8) * 8 + 2 * place + i % 2] = d[i];
}

int main() {
  int *out;
  cudaMallocManaged(&out, 256 * sizeof(int));
  ptx_mma_int<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int warp = 0; warp < 2; ++warp) {
    if (warp) printf("| ");
    for (int row : {0, 2, 1, 3}) printf("%d %d ", out[warp * 128 + row * 8], out[warp * 128 + row * 8 + 1]);
  }
  cudaFree(out);
}
