#define LAUNCH(kernel, n, ...) kernel<<<((n) + 255) / 256, 256>>>(__VA_ARGS__)
#define CHECK(call) \
  if ((call) != cudaSuccess) std::abort()
#ifdef WITH_LOGS
#include "logs.h"
#endif
#include "kernels.cuh"
// The last include is behind the macros.

void run(float *x, int n) {
  LAUNCH(scale, n, x, n);
  CHECK(cudaMalloc(&x, n));
#include "inside.inc"
}
