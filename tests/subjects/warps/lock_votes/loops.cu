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
__device__ unsigned word;
struct Node { int lock; };
__global__ void stores(Node *node, float *sum) {
  bool done = false;
  while (!done) { if (!atomicExch(&word, 1u)) { *sum += 1; word = 0; done = true; } }
  int again = 1;
  while (again) { if (atomicCAS(&word, 0u, 1u) == 0) { *sum += 1; again = 0; *(volatile unsigned*)&word = 0; } }
  bool ok = false;
  while (!ok) { if (TRY(&node->lock)) { *sum += 1; node->lock = 0; ok = true; } }
}
__global__ void in_head(int *lock, float *sum) {
  for (bool done = false; !done; ) { if (TRY(lock)) { *sum += 1; unlock(lock); done = true; } }
}
__global__ void counted(unsigned *lock, float *sum) {
  bool done = false;
  while (!done) {
    if (atomicInc(lock, 0xffffffffu) == 0) { *sum += 1; atomicExch(lock, 0); done = true; }
  }
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
__device__ unsigned word;
struct Node { int lock; };
__global__ void stores(Node *node, float *sum) {
  bool done = false;
  while (__any(!done)) { if (!done) { if (!atomicExch(&word, 1u)) { *sum += 1; word = 0; done = true; } } }
  int again = 1;
  while (__any(again)) { if (again) { if (atomicCAS(&word, 0u, 1u) == 0) { *sum += 1; again = 0; *(volatile unsigned*)&word = 0; } } }
  bool ok = false;
  while (__any(!ok)) { if (!ok) { if (TRY(&node->lock)) { *sum += 1; node->lock = 0; ok = true; } } }
}
__global__ void in_head(int *lock, float *sum) {
  for (bool done = false; __any(!done); ) { if (!done) { if (TRY(lock)) { *sum += 1; unlock(lock); done = true; } } }
}
__global__ void counted(unsigned *lock, float *sum) {
  bool done = false;
  while (__any(!done)) { if (!done) {
    if (atomicInc(lock, 0xffffffffu) == 0) { *sum += 1; atomicExch(lock, 0); done = true; }
  } }
}
