// Lanes that loop more often than others vote among themselves.
// prints: 32 56 72 80 80 32 80
// mutant: __popc(lanes) => __popcll(__ballot(left > 0))
#include <cstdio>
#include <cuda_runtime.h>

__global__ void last_lane_of_loop(int *out) {
  int left = threadIdx.x % 32 / 8 + 1, sum = 0;
  unsigned lanes = 0xffffffff;
  while (left > 0) {
    lanes = __ballot_sync(lanes, left > 0);
    sum += __popc(lanes);
    --left;
    lanes = lanes << 8;
  }
  out[threadIdx.x] = sum;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  last_lane_of_loop<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 8, 16, 24, 31, 32, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
