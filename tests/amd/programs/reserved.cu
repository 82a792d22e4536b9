// One lane of a warp counts for all of it, and passes on what it got: in members, elements and components, in variables
// set beside, by `case`, to `min`, and as results. Prints how often each was counted: 2.
#include <cstdio>
#include <cuda_runtime.h>

struct Range { int first, last; };

template <class T> __device__ T from_first(T v) { return __shfl_sync(0xffffffffu, v, 0); }

__device__ int returned(int *count, int lane) {
  int base;
  if (lane == 0) base = atomicAdd(count, 1);
  return base;
}

__global__ void member(int *count) {
  int lane = threadIdx.x & 31;
  Range range;
  if (lane == 0) range.first = atomicAdd(count, 1);
  count[threadIdx.x + 8] = from_first(range.first);
}

__global__ void element(int *count) {
  int lane = threadIdx.x & 31;
  int taken[2];
  if (lane == 0) taken[0] = atomicAdd(count + 1, 1);
  count[threadIdx.x + 8] = from_first(taken[0]);
}

__global__ void component(int *count) {
  int lane = threadIdx.x & 31;
  int2 pair;
  if (lane == 0) pair.x = atomicAdd(count + 2, 1);
  count[threadIdx.x + 8] = from_first(pair.x);
}

__global__ void beside(int *count) {
  int lane = threadIdx.x & 31;
  int old, next;
  if (lane == 0) {
    old = atomicAdd(count + 3, 1);
    next = old + 1;
  }
  count[threadIdx.x + 8] = from_first(next);
}

__global__ void of_case(int *count) {
  int lane = threadIdx.x & 31;
  int by_case;
  switch (lane) {
    case 0: by_case = atomicAdd(count + 4, 1); break;
    default: break;
  }
  count[threadIdx.x + 8] = from_first(by_case);
}

__global__ void smaller(int *count) {
  int lane = threadIdx.x & 31;
  int least;
  if (lane == 0) least = atomicAdd(count + 5, 1);
  least = min(least, count[7]);
  count[threadIdx.x + 8] = least;
}

__global__ void result(int *count) {
  int mine = returned(count + 6, threadIdx.x & 31);
  count[threadIdx.x + 8] = __shfl_sync(0xffffffffu, mine, 0);
}

int main() {
  int *count;
  cudaMallocManaged(&count, 1024 * sizeof(int));
  for (int i = 0; i < 8; ++i) count[i] = 0;
  member<<<1, 64>>>(count);
  element<<<1, 64>>>(count);
  component<<<1, 64>>>(count);
  beside<<<1, 64>>>(count);
  of_case<<<1, 64>>>(count);
  smaller<<<1, 64>>>(count);
  result<<<1, 64>>>(count);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int i = 0; i < 7; ++i) std::printf("%d ", count[i]);
}
