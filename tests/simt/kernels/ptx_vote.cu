// A ballot by inline PTX.
// prints: -1 16 16 -1 4 -1
// mutant: hipify_ptx::vote_ballot(ptx_p, 0xffffffffu) => unsigned(__ballot(ptx_p))
#include <cstdio>
#include <cuda_runtime.h>

__global__ void ptx_vote(int *out) {
  unsigned votes;
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
               : "=r"(votes) : "r"(threadIdx.x < 40 ? threadIdx.x & 4 : 0));
  out[threadIdx.x] = votes >> (threadIdx.x % 32) & 1 ? __popc(votes) : -1;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  ptx_vote<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i : {0, 4, 31, 32, 36, 63}) printf("%d ", out[i]);
  cudaFree(out);
}
