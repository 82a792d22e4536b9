// A warp hands over to the next one. On waves of 64 lanes both are one wave, of which the second half waits for ever for
// the first one, or this for the second: PTX030 warns of it.
// prints: 63 32
// hangs: 64
// mutant: barrier_arrive<true>(1u => barrier_arrive<true>(2u
#include <cstdio>
#include <cuda_runtime.h>

__global__ void roles_in_wave(int *out) {
  __shared__ int values[32];
  if (threadIdx.x / 32 == 1) {
    asm volatile("bar.sync 2, 64;" ::: "memory");
    values[threadIdx.x % 32] = threadIdx.x;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.arrive 2, 64;" ::: "memory");
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[threadIdx.x] = values[31 - threadIdx.x];
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 32 * sizeof(int));
  cudaMemset(out, 0, 32 * sizeof(int));
  roles_in_wave<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  printf("%d %d", out[0], out[31]);
  cudaFree(out);
}
