#include <cuda_runtime.h>
__device__ void work(float *sum) { *sum += 1; }
__global__ void released_behind(int *lock, float *sum) {
  bool done = false;
  while (!done) { done = atomicCAS(lock, 0, 1) == 0; }  // expect: WRP016
  work(sum);
  atomicExch(lock, 0);
}
__global__ void released_at_times(int *lock, float *sum) {
  bool done = false;
  while (!done) {  // expect: WRP016
    if (atomicCAS(lock, 0, 1) == 0) {
      if (*sum > 0) { atomicExch(lock, 0); }
      done = true;
    }
  }
}
__global__ void left_by_jump(int *lock, float *sum) {
  bool done = false;
  while (!done) {  // expect: WRP016
    if (*sum > 100) break;
    if (atomicCAS(lock, 0, 1) == 0) { work(sum); atomicExch(lock, 0); done = true; }
  }
}
__host__ __device__ void on_host(int *lock, float *sum) {
#ifdef __CUDA_ARCH__
  bool done = false;
  while (!done) {  // expect: WRP016
    if (atomicCAS(lock, 0, 1) == 0) { work(sum); atomicExch(lock, 0); done = true; }
  }
#endif
}
__global__ void shared_flag(int *lock, float *sum) {
  __shared__ bool done = false;
  while (!done) {  // expect: WRP016
    if (atomicCAS(lock, 0, 1) == 0) { work(sum); atomicExch(lock, 0); done = true; }
  }
}
__global__ void other_lock(int *lock, int *other, float *sum) {
  bool done = false;
  while (!done) {  // expect: WRP016
    if (atomicCAS(lock, 0, 1) == 0) { work(sum); atomicExch(other, 0); done = true; }
  }
}
__global__ void set_twice(int *lock, float *sum) {
  bool done = false;
  while (!done) {  // expect: WRP016
    if (atomicCAS(lock, 0, 1) == 0) { work(sum); atomicExch(lock, 0); done = true; if (*sum < 0) done = false; }
  }
}
__global__ void steps(int *lock, float *sum) {
  for (bool done = false; !done; ++sum) {  // expect: WRP016
    if (atomicCAS(lock, 0, 1) == 0) { work(sum); atomicExch(lock, 0); done = true; }
  }
  for (int i = 0; i < 1;) {  // expect: WRP016
    if (atomicCAS(lock, 0, 1) == 0) { work(sum); atomicExch(lock, 0); ++i; }
  }
}
// ==== output
#include <hip/hip_runtime.h>
__device__ void work(float *sum) { *sum += 1; }
__global__ void released_behind(int *lock, float *sum) {
  bool done = false;
  while (!done) { done = atomicCAS(lock, 0, 1) == 0; }  // expect: WRP016
  work(sum);
  atomicExch(lock, 0);
}
__global__ void released_at_times(int *lock, float *sum) {
  bool done = false;
  while (!done) {  // expect: WRP016
    if (atomicCAS(lock, 0, 1) == 0) {
      if (*sum > 0) { atomicExch(lock, 0); }
      done = true;
    }
  }
}
__global__ void left_by_jump(int *lock, float *sum) {
  bool done = false;
  while (!done) {  // expect: WRP016
    if (*sum > 100) break;
    if (atomicCAS(lock, 0, 1) == 0) { work(sum); atomicExch(lock, 0); done = true; }
  }
}
__host__ __device__ void on_host(int *lock, float *sum) {
#ifdef __HIP_DEVICE_COMPILE__
  bool done = false;
  while (!done) {  // expect: WRP016
    if (atomicCAS(lock, 0, 1) == 0) { work(sum); atomicExch(lock, 0); done = true; }
  }
#endif
}
__global__ void shared_flag(int *lock, float *sum) {
  __shared__ bool done = false;
  while (!done) {  // expect: WRP016
    if (atomicCAS(lock, 0, 1) == 0) { work(sum); atomicExch(lock, 0); done = true; }
  }
}
__global__ void other_lock(int *lock, int *other, float *sum) {
  bool done = false;
  while (!done) {  // expect: WRP016
    if (atomicCAS(lock, 0, 1) == 0) { work(sum); atomicExch(other, 0); done = true; }
  }
}
__global__ void set_twice(int *lock, float *sum) {
  bool done = false;
  while (!done) {  // expect: WRP016
    if (atomicCAS(lock, 0, 1) == 0) { work(sum); atomicExch(lock, 0); done = true; if (*sum < 0) done = false; }
  }
}
__global__ void steps(int *lock, float *sum) {
  for (bool done = false; !done; ++sum) {  // expect: WRP016
    if (atomicCAS(lock, 0, 1) == 0) { work(sum); atomicExch(lock, 0); done = true; }
  }
  for (int i = 0; i < 1;) {  // expect: WRP016
    if (atomicCAS(lock, 0, 1) == 0) { work(sum); atomicExch(lock, 0); ++i; }
  }
}
