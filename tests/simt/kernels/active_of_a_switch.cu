// Each case of a switch counts its lanes.
// prints: 10 110 212 10 110 212
// mutant: 100 + __popc(hipify_compat::activemask()) => 100 + __popcll(__activemask())
#include <cstdio>
#include <cuda_runtime.h>

__global__ void active_of_a_switch(int *out) {
  switch (threadIdx.x % 32 / 10) {
    case 0: out[threadIdx.x] = __popc(__activemask()); break;
    case 1: out[threadIdx.x] = 100 + __popc(__activemask()); break;
    default: out[threadIdx.x] = 200 + __popc(__activemask());
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  active_of_a_switch<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 10, 20, 32, 42, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
