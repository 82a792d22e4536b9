// A matrix product of halves and 4-bit weights: ldmatrix, mma.sync, cp.async, and a barrier between blocks.
// takes: auto-gptq/autogptq_extension/marlin/marlin_cuda_kernel.cu
// takes: nothing as marlin_cuda_kernel.cuh
// An illegal instruction on GPUs since sm_90, as it is in the package:
// instead of: cp.async.cg.shared.global.L2::cache_hint [%0], [%1], %2, p; => cp.async.cg.shared.global [%0], [%1], %2;
#include <cstdio>
#include <vector>

#include "marlin_cuda_kernel.cu"

int main() {
  const int m = 16, n = 256, k = 512, groups = 4;
  half *a, *c, *scales;
  int *b, *workspace;
  cudaMallocManaged(&a, m * k * sizeof(half));
  cudaMallocManaged(&c, m * n * sizeof(half));
  cudaMallocManaged(&scales, groups * n * sizeof(half));
  cudaMallocManaged(&b, k * n / 2);
  cudaMallocManaged(&workspace, n / 128 * 16 * sizeof(int));
  unsigned random = 1;
  auto next = [&] { return random = random * 1664525u + 1013904223u; };
  for (int i = 0; i < m * k; ++i) a[i] = __float2half(int(next() >> 16) % 17 / 16.0f);
  for (int i = 0; i < groups * n; ++i) scales[i] = __float2half((next() >> 16) % 8 / 8.0f);
  for (int i = 0; i < k * n / 8; ++i) b[i] = int(next());
  for (int i = 0; i < n / 128 * 16; ++i) workspace[i] = 0;
  const int status = marlin_cuda(a, b, c, scales, m, n, k, workspace, k / groups);
  printf("%d, %s:", status, cudaGetErrorString(cudaDeviceSynchronize()));
  for (int i = 0; i < m * n; i += 37) printf(" %.2g", __half2float(c[i]));
  return 0;
}
