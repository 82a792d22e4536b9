#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <curand.h>

#include <cstdio>

#include "check.h"
#include "wave.h"

int main() {
  const int n = 1 << 20;
  float *points[3];
  for (float *&each : points) {
    check(cudaMalloc(reinterpret_cast<void **>(&each), n * sizeof(float)), "cudaMalloc");
    check(cudaMemset(each, 0, n * sizeof(float)), "cudaMemset");
  }
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetPseudoRandomGeneratorSeed(generator, 42);
  curandGenerateNormal(generator, points[1], n, 0.0f, 1.0f);
  for (int i = 0; i < 100; ++i) {
    step(points[i % 3], points[(i + 1) % 3], points[(i + 2) % 3], n, 0.5f, nullptr);
  }
  cublasHandle_t handle;
  cublasCreate(&handle);
  float norm = 0.0f;
  cublasSnrm2(handle, n, points[1], 1, &norm);
  std::printf("norm %g\n", norm);
  cublasDestroy(handle);
  curandDestroyGenerator(generator);
  for (float *each : points) {
    check(cudaFree(each), "cudaFree");
  }
}
