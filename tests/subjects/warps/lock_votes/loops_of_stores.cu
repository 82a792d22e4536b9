#include <cuda_runtime.h>
#define TRY(l) (atomicCAS(l, 0, 1) == 0)
__device__ bool try_lock(int *l) { return atomicCAS(l, 0, 1) == 0; }
__device__ void unlock(int *l) { __threadfence(); atomicExch(l, 0); }
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
