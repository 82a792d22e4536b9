// Elements of all types, with what is no number, from addresses of any alignment. Without device code: built by nvcc, the
// kernels of the header digest them; built by g++, the host does, and finds the same.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include "pinned.h"

static uint64_t state = 88172645463325252u;

static uint64_t random_bits() {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

template <class T>
void copies(T (*make)(uint64_t)) {
  const size_t counts[] = {0, 1, 15, 16, 255, 4097, 70001, 1 << 20};
  for (size_t n : counts) {
    for (int shift = 0; shift < 3; ++shift) {
      std::vector<T> values(n);
      for (T &each : values) each = make(random_bits());
      T *data;
      cudaMalloc((void **)&data, (n + 4) * sizeof(T));
      const cudaError_t error = (PIN("copy", "cudaMemcpy", 0, 2), hipify_pin_returned(cudaMemcpy(hipify_pin_to(data + shift), values.data(), hipify_pin_bytes(n * sizeof(T)), cudaMemcpyHostToDevice)));
      if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
      cudaFree(data);
    }
  }
}

template <class T>
T of_bits(uint64_t bits) {
  const uint64_t words[] = {bits, bits * 3};
  T value;
  memcpy(&value, words, sizeof(T));
  return value;
}

static float rounded(uint64_t bits) { return bits % 997 == 0 ? NAN : static_cast<int64_t>(bits) * 1e-15f; }
static double rounded_twice(uint64_t bits) { return static_cast<int64_t>(bits) * 1e-9; }

struct Three {
  char bytes[3];
};

int main() {
  copies<float>(rounded);
  copies<float>(of_bits<float>);
  copies<double>(rounded_twice);
  copies<double>(of_bits<double>);
  copies<__half>(of_bits<__half>);
  copies<__nv_bfloat16>(of_bits<__nv_bfloat16>);
  copies<int8_t>(of_bits<int8_t>);
  copies<uint8_t>(of_bits<uint8_t>);
  copies<int16_t>(of_bits<int16_t>);
  copies<uint16_t>(of_bits<uint16_t>);
  copies<int32_t>(of_bits<int32_t>);
  copies<uint32_t>(of_bits<uint32_t>);
  copies<int64_t>(of_bits<int64_t>);
  copies<uint64_t>(of_bits<uint64_t>);
  copies<float4>(of_bits<float4>);
  copies<double2>(of_bits<double2>);
  copies<Three>(of_bits<Three>);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}
