// Warps by a shift of the thread.
// prints: 0 32 64 96 96
// mutant: lane = threadIdx.x & 31 => lane = threadIdx.x & 63
#include <cstdio>
#include <cuda_runtime.h>

__global__ void warp_id_by_shift(int *out) {
  __shared__ int firsts[4];
  int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  if (lane == 0) firsts[warp] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = __shfl_sync(0xffffffff, firsts[lane % 4], warp);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 128 * sizeof(int));
  cudaMemset(out, 0, 128 * sizeof(int));
  warp_id_by_shift<<<1, 128>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 32, 64, 96, 127}) printf("%d ", out[i]);
  cudaFree(out);
}
