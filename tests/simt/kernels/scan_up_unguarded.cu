// A sum with a neighbor, by lanes that have none added to themselves.
// prints: 0 1 61 64 65 125
// mutant: 1, 32) => 1)
#include <cstdio>
#include <cuda_runtime.h>

__global__ void scan_up_unguarded(int *out) {
  int v = threadIdx.x;
  v += __shfl_up_sync(0xffffffff, v, 1);
  out[threadIdx.x] = v;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  scan_up_unguarded<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
