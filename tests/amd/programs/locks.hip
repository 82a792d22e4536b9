// Locks that the lanes of a wave take one after another, as WRP016 describes them: one that hangs, and two that do not.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>

// The compiler may move the release behind the loop, which no lane leaves before all have had the lock.
__global__ void released_in_the_loop(int *lock, int *count) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      *count += 1;
      atomicExch(lock, 0);
      done = true;
    }
  }
}

__global__ void until_none_waits(int *lock, int *count) {
  bool done = false;
  while (__any(!done)) {
    if (!done && atomicCAS(lock, 0, 1) == 0) {
      *count += 1;
      atomicExch(lock, 0);
      done = true;
    }
  }
}

__global__ void lane_after_lane(int *lock, int *count) {
  for (int lane = 0; lane < warpSize; ++lane) {
    if (lane == __lane_id()) {
      while (atomicCAS(lock, 0, 1) != 0) {
      }
      *count += 1;
      atomicExch(lock, 0);
    }
  }
}

int main(int, char **arguments) {
  const auto kernels = {until_none_waits, lane_after_lane, released_in_the_loop};
  int *state;
  if (hipMallocManaged((void **)&state, 2 * sizeof(int)) != hipSuccess) return 1;
  state[0] = state[1] = 0;
  kernels.begin()[std::atoi(arguments[1])]<<<2, 64>>>(state, state + 1);
  if (hipDeviceSynchronize() != hipSuccess) return 1;
  std::printf("%d\n", state[1]);
}
