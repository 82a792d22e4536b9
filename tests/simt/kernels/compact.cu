// Values that pass a test go to the front, warp by warp.
// prints: 0 5 30 35 40 0
// mutant: __shfl(base, 0, 32) => __shfl(base, 0)
// mutant: hipify_compat::ballot_sync(0xffffffff, => __ballot(
#include <cstdio>
#include <cuda_runtime.h>

__global__ void compact(int *out) {
  __shared__ int next[2];
  if (threadIdx.x < 2) next[threadIdx.x] = 32 * threadIdx.x;
  __syncthreads();
  int v = threadIdx.x;
  unsigned keep = __ballot_sync(0xffffffff, v % 5 == 0);
  int lane = threadIdx.x % 32, base = 0;
  if (lane == 0) base = atomicAdd(&next[threadIdx.x / 32], __popc(keep));
  base = __shfl_sync(0xffffffff, base, 0);
  if (v % 5 == 0) out[base + __popc(keep & ((1u << lane) - 1))] = v;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  compact<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 6, 32, 33, 38}) printf("%d ", out[i]);
  cudaFree(out);
}
