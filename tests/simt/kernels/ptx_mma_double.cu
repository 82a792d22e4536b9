// Two warps multiply matrices of doubles, and turn a matrix of halves into its transpose.
// prints: 0 14 38 62 | 1 15 39 63 | 513 513 1543
// mutant: hipify_ptx::movmatrix(word) => word
#include <cstdio>
#include <cuda_runtime.h>

__global__ void ptx_mma_double(double *out, unsigned *turned) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, group = lane / 4, place = lane % 4;
  const double a = group * 4 + place, b = place;  // the columns of B are 0, 1, 2, 3
  double c[2] = {double(warp), double(warp)};
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
      : "+d"(c[0]), "+d"(c[1])
      : "d"(a), "d"(b));
  for (unsigned i = 0; i < 2; ++i) out[warp * 64 + group * 8 + 2 * place + i] = c[i];
  unsigned d, word = group << 8 | 2 * place | (group << 8 | (2 * place + 1)) << 16;  // of row and column
  asm("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(d) : "r"(word));
  turned[threadIdx.x] = d & 0xffff;
}

int main() {
  double *out;
  unsigned *turned;
  cudaMallocManaged(&out, 128 * sizeof(double));
  cudaMallocManaged(&turned, 64 * sizeof(unsigned));
  ptx_mma_double<<<1, 64>>>(out, turned);
  cudaDeviceSynchronize();
  for (int warp = 0; warp < 2; ++warp) {
    printf("%g %g %g %g | ", out[warp * 64] - 14, out[warp * 64 + 1], out[warp * 64 + 8], out[warp * 64 + 16]);
  }
  printf("%u %u %u", turned[5], turned[37], turned[31]);
  cudaFree(out);
}
