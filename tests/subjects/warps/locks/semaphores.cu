#include <cuda_runtime.h>
#define MAX_USERS 4
// A thread that comes too late takes back what it has counted, and counts again.
__global__ void semaphore_1(int* sem, int* v) { while (atomicAdd(sem, -1) <= 0) { atomicAdd(sem, 1); } *v += 1; __threadfence(); atomicAdd(sem, 1); }  // expect: WRP016
__global__ void semaphore_2(int* sem, int* v) { while (atomicSub(sem, 1) <= 0) atomicAdd(sem, 1); *v += 1; __threadfence(); atomicAdd(sem, 1); }  // expect: WRP016
__global__ void semaphore_3(int* sem, int* v) { for (;;) { if (atomicSub(sem, 1) > 0) break; atomicAdd(sem, 1); __nanosleep(20); } *v += 1; __threadfence(); atomicAdd(sem, 1); }  // expect: WRP016
__global__ void semaphore_4(int* sem, int* v) { int old; do { old = atomicSub(sem, 1); if (old <= 0) atomicAdd(sem, 1); } while (old <= 0); *v += 1; __threadfence(); atomicAdd(sem, 1); }  // expect: WRP016
__device__ bool try_wait(int* sem) { if (atomicSub(sem, 1) > 0) return true; atomicAdd(sem, 1); return false; }
__global__ void semaphore_5(int* sem, int* v) { while (!try_wait(sem)) __nanosleep(10); *v += 1; __threadfence(); atomicAdd(sem, 1); }  // expect: WRP016
__global__ void semaphore_6(int* sem, int* v) { for (;;) { if (try_wait(sem)) { *v += 1; __threadfence(); atomicAdd(sem, 1); break; } } }  // expect: WRP016
__global__ void semaphore_7(int* sem, int* v) { bool got; do { got = try_wait(sem); } while (!got); *v += 1; __threadfence(); atomicAdd(sem, 1); }  // expect: WRP016
__global__ void semaphore_8(int* users, int* v) { while (atomicAdd(users, 1) >= MAX_USERS) atomicSub(users, 1); *v += 1; __threadfence(); atomicSub(users, 1); }  // expect: WRP016
__global__ void semaphore_9(int* lock, int* v) { while (atomicSub(lock, 1) != 1) atomicAdd(lock, 1); *v += 1; __threadfence(); atomicAdd(lock, 1); }  // expect: WRP016
__global__ void semaphore_10(int* sem, int* v) { bool got = false; while (!got) { got = atomicSub(sem, 1) > 0; if (!got) atomicAdd(sem, 1); } *v += 1; __threadfence(); atomicAdd(sem, 1); }  // expect: WRP016
__global__ void semaphore_11(int* sem, int* v) { bool done = false; while (!done) { if (atomicAdd(sem, -1) > 0) { *v += 1; __threadfence(); done = true; } atomicAdd(sem, 1); } }  // expect: WRP016
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#define MAX_USERS 4
// A thread that comes too late takes back what it has counted, and counts again.
__global__ void semaphore_1(int* sem, int* v) { while (atomicAdd(sem, -1) <= 0) { atomicAdd(sem, 1); } *v += 1; __threadfence(); atomicAdd(sem, 1); }  // expect: WRP016
__global__ void semaphore_2(int* sem, int* v) { while (atomicSub(sem, 1) <= 0) atomicAdd(sem, 1); *v += 1; __threadfence(); atomicAdd(sem, 1); }  // expect: WRP016
__global__ void semaphore_3(int* sem, int* v) { for (;;) { if (atomicSub(sem, 1) > 0) break; atomicAdd(sem, 1); __nanosleep(20); } *v += 1; __threadfence(); atomicAdd(sem, 1); }  // expect: WRP016
__global__ void semaphore_4(int* sem, int* v) { int old; do { old = atomicSub(sem, 1); if (old <= 0) atomicAdd(sem, 1); } while (old <= 0); *v += 1; __threadfence(); atomicAdd(sem, 1); }  // expect: WRP016
__device__ bool try_wait(int* sem) { if (atomicSub(sem, 1) > 0) return true; atomicAdd(sem, 1); return false; }
__global__ void semaphore_5(int* sem, int* v) { while (!try_wait(sem)) __nanosleep(10); *v += 1; __threadfence(); atomicAdd(sem, 1); }  // expect: WRP016
__global__ void semaphore_6(int* sem, int* v) { for (;;) { if (try_wait(sem)) { *v += 1; __threadfence(); atomicAdd(sem, 1); break; } } }  // expect: WRP016
__global__ void semaphore_7(int* sem, int* v) { bool got; do { got = try_wait(sem); } while (!got); *v += 1; __threadfence(); atomicAdd(sem, 1); }  // expect: WRP016
__global__ void semaphore_8(int* users, int* v) { while (atomicAdd(users, 1) >= MAX_USERS) atomicSub(users, 1); *v += 1; __threadfence(); atomicSub(users, 1); }  // expect: WRP016
__global__ void semaphore_9(int* lock, int* v) { while (atomicSub(lock, 1) != 1) atomicAdd(lock, 1); *v += 1; __threadfence(); atomicAdd(lock, 1); }  // expect: WRP016
__global__ void semaphore_10(int* sem, int* v) { bool got = false; while (!got) { got = atomicSub(sem, 1) > 0; if (!got) atomicAdd(sem, 1); } *v += 1; __threadfence(); atomicAdd(sem, 1); }  // expect: WRP016
__global__ void semaphore_11(int* sem, int* v) { bool done = false; while (!done) { if (atomicAdd(sem, -1) > 0) { *v += 1; __threadfence(); done = true; } atomicAdd(sem, 1); } }  // expect: WRP016
