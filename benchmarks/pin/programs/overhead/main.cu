// How long launches of about one millisecond take: wall clock over many of them, to the end of all.
#include <cuda_runtime.h>
#include <cuda_fp16.h>

#include <chrono>
#include <cstdio>

#include "pinned.h"

template <class T>
__global__ void scale(T *x, size_t n, T by) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) x[i] = x[i] * by;
}

template <class T>
__global__ void triad(const T *a, const T *b, T *c, size_t n) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) c[i] = a[i] + b[i];
}

template <class T>
__global__ void fill(T *x, size_t n, T with) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) x[i] = with;
}

__global__ void steps(float *x, size_t n, int count) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
    float value = x[i];
    for (int k = 0; k < count; ++k) value = value * 0.999f + 0.001f;
    x[i] = value;
  }
}

template <class Launch>
void time(const char *name, Launch launch) {
  const int times = 40;
  for (int i = 0; i < 3; ++i) launch();
  cudaDeviceSynchronize();
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < times; ++i) launch();
  cudaDeviceSynchronize();
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  printf("%-24s %.4f ms\n", name, took.count() / times);
}

template <class T>
void of_type(const char *name, size_t bytes, T one) {
  T *a, *b, *c;
  const size_t n = bytes / sizeof(T);
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMemset(a, 0, bytes);
  cudaMemset(b, 0, bytes);
  char label[64];
  snprintf(label, sizeof label, "scale %s", name);
  time(label, [&] { (PIN("launch", "scale", 0, 3), scale<T><<<1056, 256>>>(hipify_pin_arg<0>(a), hipify_pin_arg<1>(n), hipify_pin_arg<2>(one)), hipify_pin_end()); });
  snprintf(label, sizeof label, "triad %s", name);
  time(label, [&] { (PIN("launch", "triad", 0, 4), triad<T><<<1056, 256>>>(hipify_pin_arg<0>((const T *)a), hipify_pin_arg<1>((const T *)b), hipify_pin_arg<2>(c), hipify_pin_arg<3>(n)), hipify_pin_end()); });
  snprintf(label, sizeof label, "fill %s", name);
  time(label, [&] { (PIN("launch", "fill", 0, 3), fill<T><<<1056, 256>>>(hipify_pin_arg<0>(a), hipify_pin_arg<1>(n), hipify_pin_arg<2>(one)), hipify_pin_end()); });
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}

int main() {
  of_type<float>("float", 1200u << 20, 1.0f);
  of_type<double>("double", 1200u << 20, 1.0);
  of_type<__half>("half", 1200u << 20, __float2half(1.0f));
  of_type<int>("int", 1200u << 20, 1);
  of_type<unsigned char>("byte", 1200u << 20, 1);
  float *x;
  const size_t n = 16u << 20;
  cudaMalloc(&x, n * sizeof(float));
  cudaMemset(x, 0, n * sizeof(float));
  time("steps float", [&] { (PIN("launch", "steps", 0, 3), steps<<<1056, 256>>>(hipify_pin_arg<0>(x), hipify_pin_arg<1>(n), hipify_pin_arg<2>(1600)), hipify_pin_end()); });
  return 0;
}
