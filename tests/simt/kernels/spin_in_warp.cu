// One lane after another takes a lock; a lane that waits for another lane of its warp would hang in lock step.
// prints: 64
// mutant: done = true; => while (atomicCAS(lock, 1, 1) == 1) {}
#include <cstdio>
#include <cuda_runtime.h>

__global__ void take(int *lock, int *count) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      *count += 1;
      atomicExch(lock, 0);
      done = true;
    }
  }
}

int main() {
  int *state;
  cudaMallocManaged(&state, 2 * sizeof(int));
  cudaMemset(state, 0, 2 * sizeof(int));
  take<<<2, 32>>>(state, state + 1);
  cudaDeviceSynchronize();
  printf("%d", state[1]);
  cudaFree(state);
}
