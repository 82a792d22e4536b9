// Blocks of three dimensions: which numbers of a thread the code of a kernel asks for is up to what it uses.
#include <hip/hip_runtime.h>

#include <cstdio>

__global__ void one(int *count) {
  if (threadIdx.x == 0) atomicAdd(count, 1);
}

__global__ void two(int *count) {
  if (threadIdx.x + threadIdx.y == 0) atomicAdd(count + 1, 1);
}

__global__ void three(int *count) {
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) atomicAdd(count + 2, 1);
}

__global__ void last(int *count) {
  atomicAdd(count + 3, threadIdx.z);
}

int main() {
  int *count;
  const dim3 block(8, 4, 2);
  hipMallocManaged(&count, 4 * sizeof(int));
  for (int each = 0; each < 4; ++each) count[each] = 0;
  one<<<1, block>>>(count);
  two<<<1, block>>>(count);
  three<<<1, block>>>(count);
  last<<<1, block>>>(count);
  hipDeviceSynchronize();
  printf("%d %d %d %d\n", count[0], count[1], count[2], count[3]);
}
