// A matrix product of halves and 4-bit weights: ldmatrix with and without .trans, mma.sync, lop3, f16x2 arithmetic.
// takes: vllm/csrc/quantization/awq/gemm_kernels.cu until torch::stable::Tensor awq_dequantize
// takes: vllm/csrc/quantization/awq/dequantize.cuh as quantization_awq_dequantize.cuh
#include <cassert>
#include <cstdint>
#include <cstdio>

#include "gemm_kernels.cu"

int main() {
  const int m = 16, n = 256, k = 256, group = 128, splits = 2;
  half *a, *c, *scales;
  int *b, *zeros;
  cudaMallocManaged(&a, m * k * sizeof(half));
  cudaMallocManaged(&b, k * n / 2);
  cudaMallocManaged(&scales, k / group * n * sizeof(half));
  cudaMallocManaged(&zeros, k / group * n / 2);
  cudaMallocManaged(&c, splits * m * n * sizeof(half));
  unsigned random = 1;
  auto next = [&] { return random = random * 1664525u + 1013904223u; };
  for (int i = 0; i < m * k; ++i) a[i] = __float2half(int(next() >> 16) % 17 / 16.0f);
  for (int i = 0; i < k * n / 8; ++i) b[i] = int(next());
  for (int i = 0; i < k / group * n; ++i) scales[i] = __float2half((next() >> 16) % 8 / 8.0f);
  for (int i = 0; i < k / group * n / 8; ++i) zeros[i] = int(next());
  const dim3 blocks((m + 15) / 16 * (n / 128) * splits), threads(32, 2);
  vllm::awq::gemm_forward_4bit_cuda_m16nXk32<128>
      <<<blocks, threads>>>(group, splits, a, b, scales, zeros, m, k, n, c);
  printf("%s:", cudaGetErrorString(cudaDeviceSynchronize()));
  for (int i = 0; i < splits * m * n; i += 61) printf(" %.2g", __half2float(c[i]));
  return 0;
}
