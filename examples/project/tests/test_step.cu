#include <cstdio>

#include "check.h"
#include "wave.h"

int main() {
  const int n = 5;
  const float before[n] = {0, 0, 0, 0, 0}, now[n] = {0, 0, 1, 0, 0}, expected[n] = {0, 1, 0, 1, 0};
  float *device[3], next[n];
  for (float *&each : device) check(cudaMalloc(&each, sizeof before), "cudaMalloc");
  check(cudaMemcpy(device[0], before, sizeof before, cudaMemcpyHostToDevice), "cudaMemcpy");
  check(cudaMemcpy(device[1], now, sizeof now, cudaMemcpyHostToDevice), "cudaMemcpy");
  step(device[0], device[1], device[2], n, 1.0f, nullptr);
  check(cudaMemcpy(next, device[2], sizeof next, cudaMemcpyDeviceToHost), "cudaMemcpy");
  for (int i = 0; i < n; ++i) {
    if (next[i] != expected[i]) {
      std::printf("point %d: %g and not %g\n", i, next[i], expected[i]);
      return 1;
    }
  }
  std::puts("ok");
}
