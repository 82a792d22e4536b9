#include <cuda_runtime.h>
#define TRY(l) (atomicCAS(l, 0, 1) == 0)
__device__ bool try_lock(int *l) { return atomicCAS(l, 0, 1) == 0; }
__device__ void unlock(int *l) { __threadfence(); atomicExch(l, 0); }
__global__ void d(int *lock, int *other, float *sum) {
  if (threadIdx.x % 32 == 0) {
    bool blocked = true;
    while (blocked) {
      if (TRY(lock)) {
        if (TRY(other)) { *sum += 1; unlock(other); blocked = false; }
        unlock(lock);
      }
    }
  }
  if (threadIdx.x == 0) {
    bool done = false;
    while (!done) { if (TRY(lock)) { *sum += 1; unlock(lock); done = true; } }
  }
}
__global__ void e(int *lock, float *sum, int n) {
  bool done = false;
  if (n > 3)
    while (!done) { if (TRY(lock)) { *sum += 1; unlock(lock); done = true; } }
  else
    sum[1] = 7;
}
// ==== output
#include <hip/hip_runtime.h>
#define TRY(l) (atomicCAS(l, 0, 1) == 0)
__device__ bool try_lock(int *l) { return atomicCAS(l, 0, 1) == 0; }
__device__ void unlock(int *l) { __threadfence(); atomicExch(l, 0); }
__global__ void d(int *lock, int *other, float *sum) {
  if (threadIdx.x % 32 == 0) {
    bool blocked = true;
    while (__any(blocked)) { if (blocked) {
      if (TRY(lock)) {
        if (TRY(other)) { *sum += 1; unlock(other); blocked = false; }
        unlock(lock);
      }
    } }
  }
  if (threadIdx.x == 0) {
    bool done = false;
    while (!done) { if (TRY(lock)) { *sum += 1; unlock(lock); done = true; } }
  }
}
__global__ void e(int *lock, float *sum, int n) {
  bool done = false;
  if (n > 3)
    while (__any(!done)) { if (!done) { if (TRY(lock)) { *sum += 1; unlock(lock); done = true; } } }
  else
    sum[1] = 7;
}
