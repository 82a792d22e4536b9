#define WAIT_FOR(c) while (!(c)) { }
struct Sem {
  int v;
  __device__ void post() { __threadfence_block(); atomicAdd(&v, 1); }
  __device__ void wait() { while (atomicAdd(&v, 0) <= 0) {} atomicSub(&v, 1); }
};
__global__ void pingpong(const int *in, int *out, int n) {
  __shared__ Sem full, slots[2];
  __shared__ int box;
  if (threadIdx.x == 0)
    for (int i = 0; i < n; ++i) {
      slots[i % 2].wait();  // expect: WRP017
      box = in[i];
      full.post();
    }
  else if (threadIdx.x == 32)
    for (int i = 0; i < n; ++i) {
      full.wait();  // expect: WRP017
      out[i] = box * 2;
      slots[i % 2].post();
    }
}
__global__ void one(Sem *sem, int *out) {
  if (threadIdx.x == 0) {
    sem->wait();
    out[blockIdx.x] = 1;
    sem->post();
  }
}
__global__ void turns(int *o, int n) {
  __shared__ volatile int turn;
  const int me = threadIdx.x / 32;
  for (int i = 0; i < n; ++i) {
    WAIT_FOR(turn % 2 == me);  // expect: WRP017
    o[me] += i;
    turn = turn + 1;
  }
}
// ==== output
#include <hip/hip_runtime.h>
#define WAIT_FOR(c) while (!(c)) { }
struct Sem {
  int v;
  __device__ void post() { __threadfence_block(); atomicAdd(&v, 1); }
  __device__ void wait() { while (atomicAdd(&v, 0) <= 0) {} atomicSub(&v, 1); }
};
__global__ void pingpong(const int *in, int *out, int n) {
  __shared__ Sem full, slots[2];
  __shared__ int box;
  if (threadIdx.x == 0)
    for (int i = 0; i < n; ++i) {
      slots[i % 2].wait();  // expect: WRP017
      box = in[i];
      full.post();
    }
  else if (threadIdx.x == 32)
    for (int i = 0; i < n; ++i) {
      full.wait();  // expect: WRP017
      out[i] = box * 2;
      slots[i % 2].post();
    }
}
__global__ void one(Sem *sem, int *out) {
  if (threadIdx.x == 0) {
    sem->wait();
    out[blockIdx.x] = 1;
    sem->post();
  }
}
__global__ void turns(int *o, int n) {
  __shared__ volatile int turn;
  const int me = threadIdx.x / 32;
  for (int i = 0; i < n; ++i) {
    WAIT_FOR(turn % 2 == me);  // expect: WRP017
    o[me] += i;
    turn = turn + 1;
  }
}
