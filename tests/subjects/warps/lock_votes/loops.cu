#include <cuda_runtime.h>
#define TRY(l) (atomicCAS(l, 0, 1) == 0)
__device__ bool try_lock(int *l) { return atomicCAS(l, 0, 1) == 0; }
__device__ void unlock(int *l) { __threadfence(); atomicExch(l, 0); }
__global__ void a(int *lock, float *sum) {
  bool done = false;
  while (!done) {  // each lane once
    if (atomicCAS(lock, 0, 1) == 0) {
      *sum += 1;
      atomicExch(lock, 0);
      done = true;
    }
  }
}
__global__ void b(int *locks, float *sum, int i) {
  if (i < 100) {
    int leave = 0;
    do {
      const int old = atomicExch(&locks[i], 1);
      if (old == 0) { sum[i] += 1; locks[i] = 0; leave = 1; }
    } while (leave == 0);
  }
}
__device__ void c(int *lock, float *sum) {
  bool waits{};
  while (/* free? */ waits == false) { if (!try_lock(lock)) { __threadfence(); } else { *sum += 1; unlock(lock); waits = true; } }
}
// ==== output
#include <hip/hip_runtime.h>
#define TRY(l) (atomicCAS(l, 0, 1) == 0)
__device__ bool try_lock(int *l) { return atomicCAS(l, 0, 1) == 0; }
__device__ void unlock(int *l) { __threadfence(); atomicExch(l, 0); }
__global__ void a(int *lock, float *sum) {
  bool done = false;
  while (__any(!done)) { if (!done) {  // each lane once
    if (atomicCAS(lock, 0, 1) == 0) {
      *sum += 1;
      atomicExch(lock, 0);
      done = true;
    }
  } }
}
__global__ void b(int *locks, float *sum, int i) {
  if (i < 100) {
    int leave = 0;
    do { if (leave == 0) {
      const int old = atomicExch(&locks[i], 1);
      if (old == 0) { sum[i] += 1; locks[i] = 0; leave = 1; }
    } } while (__any(leave == 0));
  }
}
__device__ void c(int *lock, float *sum) {
  bool waits{};
  while (__any(/* free? */ waits == false)) { if (waits == false) { if (!try_lock(lock)) { __threadfence(); } else { *sum += 1; unlock(lock); waits = true; } } }
}
