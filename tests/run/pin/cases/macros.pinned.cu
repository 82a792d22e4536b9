#define LAUNCH(kernel, n, ...) (hipify_pin_begin(HIPIFY_PIN_SITE("launch", "macros.cu", 1, #kernel, 0), 0), kernel<<<hipify_pin_grid(((n) + 255) / 256), hipify_pin_block(256)>>>(__VA_ARGS__), hipify_pin_end())
#define CHECK(call) \
  if ((call) != cudaSuccess) std::abort()
#ifdef WITH_LOGS
#include "logs.h"
#endif
#include "kernels.cuh"
#include "hipify_pin.hpp"
// The last include is behind the macros.

void run(float *x, int n) {
  LAUNCH(scale, n, x, n);
  CHECK((hipify_pin_begin(HIPIFY_PIN_SITE("allocate", "macros.cu", 12, "cudaMalloc", 0), 2), hipify_pin_returned(cudaMalloc(hipify_pin_out(&x), hipify_pin_bytes(n)))));
#include "inside.inc"
}
