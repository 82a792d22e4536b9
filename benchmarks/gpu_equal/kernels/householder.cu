// Householder transformations with products of doubles: mma.sync of f64.
// takes: elpa/src/elpa2/GPU/CUDA/ev_tridi_band_nvidia_gpu_real_sm80.cu
// takes: elpa/src/elpa2/GPU/CUDA/mma_m8n8k4_fp64_sm80.cuh
// takes: nothing as config-f90.h
#include <cstdio>

#include "ev_tridi_band_nvidia_gpu_real_sm80.cu"

int main() {
  const int columns = 40, band = 32, vectors = 64, leading = 64;
  double *q, *hh, *tau;
  cudaMallocManaged(&q, leading * (columns + band) * sizeof(double));
  cudaMallocManaged(&hh, band * columns * sizeof(double));
  cudaMallocManaged(&tau, columns * sizeof(double));
  unsigned random = 1;
  auto next = [&] { return int((random = random * 1664525u + 1013904223u) >> 16) % 17 / 32.0; };
  for (int i = 0; i < leading * (columns + band); ++i) q[i] = next();
  for (int i = 0; i < band * columns; ++i) hh[i] = i % band ? next() / 8 : 1;
  for (int i = 0; i < columns; ++i) tau[i] = next() / 4;
  launch_compute_hh_trafo_c_cuda_sm80_kernel_real_double(q, hh, tau, vectors, band, leading, columns, 0);
  printf("%s:", cudaGetErrorString(cudaDeviceSynchronize()));
  for (int i = 0; i < leading * (columns + band); i += 67) printf(" %.9g", q[i]);
  return 0;
}
