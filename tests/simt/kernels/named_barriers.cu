// Producers and consumers of 64 threads meet at barriers with numbers; the last arrivals are left for the next block.
// prints: 852 600 852 600 852 600 852 600
// mutant: hipify_ptx::begin_barriers(); => ;
// mutant: hipify_ptx::barrier_sync<true>(full, 128u) => __syncthreads()
// mutant: hipify_ptx::barrier_arrive<true>(empty, 128u) => hipify_ptx::barrier_arrive<true>(empty, 64u)
#include <cstdio>
#include <cuda_runtime.h>

__global__ void named_barriers(int *out) {
  __shared__ int values[2][64];
  const unsigned role = threadIdx.x / 64, pair = role / 2, place = threadIdx.x % 64;
  const unsigned full = 1 + pair, empty = 3 + pair;
  int sum = 0;
  for (int round = 0; round < 4; ++round) {
    if (role % 2 == 0) {
      asm volatile("bar.sync %0, 128;" :: "r"(full) : "memory");
      sum += values[pair][63 - place];
      asm volatile("bar.arrive %0, 128;" :: "r"(empty) : "memory");
    } else {
      if (round > 0) asm volatile("bar.sync %0, 128;" :: "r"(empty) : "memory");
      values[pair][place] = round * 100 + place;
      asm volatile("bar.arrive %0, 128;" :: "r"(full) : "memory");
    }
  }
  if (role % 2 == 0) out[blockIdx.x * 128 + pair * 64 + place] = sum;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 256 * sizeof(int));
  cudaMemset(out, 0, 256 * sizeof(int));
  named_barriers<<<2, 256>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 256; i += 64) printf("%d %d ", out[i], out[i + 63]);
  cudaFree(out);
}
