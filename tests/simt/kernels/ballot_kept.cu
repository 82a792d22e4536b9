// A ballot kept in shared memory, a word for each warp.
// prints: 0 1 1 0 1 1
// mutant: votes[threadIdx.x / 32] = vote => votes[threadIdx.x / 32] = threadIdx.x < 32 ? vote : 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void ballot_kept(int *out) {
  __shared__ unsigned votes[2];
  unsigned vote = __ballot_sync(0xffffffff, threadIdx.x & 1);
  if (threadIdx.x % 32 == 0) votes[threadIdx.x / 32] = vote;
  __syncthreads();
  out[threadIdx.x] = votes[threadIdx.x / 32] >> (threadIdx.x % 32) & 1;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  ballot_kept<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 1, 31, 32, 33, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
