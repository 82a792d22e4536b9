// What waits for a value that another lane sets again.
__global__ void semaphore(int* sem, int* d) {
  for (;;) {
    int s = atomicAdd(sem, 0);
    if (s > 0 && atomicCAS(sem, s, s - 1) == s) break;  // expect: WRP016
  }
  atomicAdd(d, 1);
  atomicAdd(sem, 1);
}
__global__ void tagged(unsigned long long* head, int* d) {
  unsigned long long v;
  while (true) {
    v = *(volatile unsigned long long*)head & ~1ull;
    if (atomicCAS(head, v, v | 1ull) == v) break;  // expect: WRP016
  }
  d[0]++;
  atomicExch(head, v + 2);
}
template <int N> struct Ring {
  volatile int head, tail;
  volatile float data[N];
  __device__ void push(float v) { while (tail - head >= N) {} data[tail % N] = v; tail = tail + 1; }  // expect: WRP017
};
__global__ void pipe(const float* in, int n) {
  __shared__ Ring<8> r;
  if (threadIdx.x == 0) for (int i = 0; i < n; i++) r.push(in[i]);
}
__device__ void put(int* tail, int* buf, int v) {
  int t = atomicAdd(tail + 1, 1);
  buf[t] = v;
  while (atomicCAS(tail, t, t + 1) != t) ;  // expect: WRP017
}
// Some lane always gets on.
__global__ void push(int* head, int* next, int* taken, int me) {
  if (threadIdx.x % 2) {
    int old;
    do { old = atomicAdd(head, 0); next[me] = old; } while (atomicCAS(head, old, me) != old);
  } else {
    atomicExch(head, taken[0]);
  }
}
__global__ void largest(float* most, float v) {
  int* p = (int*)most;
  int old = *p, assumed;
  do { assumed = old; old = atomicCAS(p, assumed, __float_as_int(fmaxf(v, __int_as_float(assumed)))); } while (assumed != old);
}
// ==== output
// What waits for a value that another lane sets again.
#include <hip/hip_runtime.h>
__global__ void semaphore(int* sem, int* d) {
  for (;;) {
    int s = atomicAdd(sem, 0);
    if (s > 0 && atomicCAS(sem, s, s - 1) == s) break;  // expect: WRP016
  }
  atomicAdd(d, 1);
  atomicAdd(sem, 1);
}
__global__ void tagged(unsigned long long* head, int* d) {
  unsigned long long v;
  while (true) {
    v = *(volatile unsigned long long*)head & ~1ull;
    if (atomicCAS(head, v, v | 1ull) == v) break;  // expect: WRP016
  }
  d[0]++;
  atomicExch(head, v + 2);
}
template <int N> struct Ring {
  volatile int head, tail;
  volatile float data[N];
  __device__ void push(float v) { while (tail - head >= N) {} data[tail % N] = v; tail = tail + 1; }  // expect: WRP017
};
__global__ void pipe(const float* in, int n) {
  __shared__ Ring<8> r;
  if (threadIdx.x == 0) for (int i = 0; i < n; i++) r.push(in[i]);
}
__device__ void put(int* tail, int* buf, int v) {
  int t = atomicAdd(tail + 1, 1);
  buf[t] = v;
  while (atomicCAS(tail, t, t + 1) != t) ;  // expect: WRP017
}
// Some lane always gets on.
__global__ void push(int* head, int* next, int* taken, int me) {
  if (threadIdx.x % 2) {
    int old;
    do { old = atomicAdd(head, 0); next[me] = old; } while (atomicCAS(head, old, me) != old);
  } else {
    atomicExch(head, taken[0]);
  }
}
__global__ void largest(float* most, float v) {
  int* p = (int*)most;
  int old = *p, assumed;
  do { assumed = old; old = atomicCAS(p, assumed, __float_as_int(fmaxf(v, __int_as_float(assumed)))); } while (assumed != old);
}
