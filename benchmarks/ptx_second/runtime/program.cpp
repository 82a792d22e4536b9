// Runs all kernels, on the GPU or in the emulation, and writes what they leave.
//
//   program OUTPUT THREADS
#include <stdio.h>
#include <stdlib.h>

#include <sstream>
#include <string>
#include <vector>

#ifdef SECOND_EMULATED
#include <hip/hip_runtime.h>
#else
#include <cuda_runtime.h>
#endif

#include "inputs.h"
#include "second.h"

struct Part {
  const second::Entry* entries;
  int count;
};
#include "parts.inc"

static const int threads_of_block = 64;

#ifdef SECOND_EMULATED
static bool ran(const second::Entry& entry, const std::vector<second::Word>& in, std::vector<second::Word>& out, int n) {
  emulated::launch([&] { entry.kernel(in.data(), out.data()); }, n / threads_of_block, threads_of_block, entry.meets_lanes);
  return true;
}
#else
static bool ran(const second::Entry& entry, const std::vector<second::Word>& in, std::vector<second::Word>& out, int n) {
  second::Word *device_in, *device_out;
  const size_t in_size = in.size() * 8, out_size = out.size() * 8;
  cudaMalloc(&device_in, in_size + 64);
  cudaMalloc(&device_out, out_size);
  cudaMemcpy(device_in, in.data(), in_size, cudaMemcpyHostToDevice);
  cudaMemcpy(device_out, out.data(), out_size, cudaMemcpyHostToDevice);
  entry.kernel<<<n / threads_of_block, threads_of_block>>>(device_in, device_out);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaMemcpy(out.data(), device_out, out_size, cudaMemcpyDeviceToHost);
  cudaFree(device_in);
  cudaFree(device_out);
  if (error != cudaSuccess) fprintf(stderr, "%s: %s\n", entry.name, cudaGetErrorString(error));
  return error == cudaSuccess;
}
#endif

static std::vector<second::Word> inputs(const second::Entry& entry, int n) {
  std::vector<std::string> pools;
  std::istringstream words(entry.pools);
  for (std::string pool; words >> pool;) pools.push_back(pool);
  std::vector<second::Word> in(pools.size() * n);
  second::Dice dice{entry.number * 0x100000001b3ull};
  for (int t = 0; t < n; ++t) {
    for (size_t k = 0; k < pools.size(); ++k) {
      const second::Word last = k ? in[t * pools.size() + k - 1] : 0;
      in[t * pools.size() + k] = second::input(pools[k], k ? pools[k - 1] : "", last, dice);
    }
  }
  return in;
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const int n = atoi(argv[2]);
  FILE* file = fopen(argv[1], "wb");
  for (const Part& part : parts) {
    for (int i = 0; i < part.count; ++i) {
      const second::Entry& entry = part.entries[i];
      const std::string bytes = entry.bytes;
      const std::vector<second::Word> in = inputs(entry, n);
      std::vector<second::Word> out(bytes.size() * n);
      if (!ran(entry, in, out, n)) return 1;
      fprintf(file, "%s %d\n", entry.name, n);
      for (size_t k = 0; k < out.size(); ++k) fwrite(&out[k], 1, bytes[k % bytes.size()] - '0', file);
      fflush(file);
    }
  }
  return fclose(file);
}
