#include <cuda_runtime.h>
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800  // expect: ARC002
#define USE_RED
#define USE_ASYNC 1
#else
#define USE_ASYNC 0
#endif
#if USE_ASYNC
#define STAGES 2
#else
#define STAGES 1
#endif

// What the shuffles do stands in a chain of its own.
__device__ int sum(int v) {
#ifdef USE_RED  // expect: PTX034
  asm volatile("redux.sync.add.s32 %0, %0, 0xffffffff;" : "+r"(v));  // expect: PTX019
#endif
#ifndef USE_RED
  v += v;
#endif
  return v;
}

// The size of the array depends on the answer.
__global__ void copy(const float4 *in, float *out) {
  __shared__ float4 buffer[STAGES][64];
#if USE_ASYNC  // expect: PTX034
  asm volatile("cp.async.wait_all;");  // expect: PTX003
#endif
  out[threadIdx.x] = buffer[STAGES - 1][threadIdx.x].x;
}

// A brace is opened in one and closed in the other.
__global__ void branch(int *p) {
#if __CUDA_ARCH__ >= 750  // expect: ARC002, PTX034
  if (p[0] > 0) { asm volatile("membar.gl;");  // expect: PTX011
#endif
  p[1] = 1;
#if __CUDA_ARCH__ >= 750  // expect: ARC002
  }
#endif
}

// What the shuffles do is chosen in code.
#if __CUDA_ARCH__ >= 860  // expect: ARC002
#define RED 1
#else
#define RED 0
#endif
__device__ int chosen(int v) {
#if RED  // expect: PTX034
  asm volatile("redux.sync.add.s32 %0, %0, 0xffffffff;" : "+r"(v));  // expect: PTX019
#endif
  if (!RED) v += v;
  return v;
}
// ==== output
#include <hip/hip_runtime.h>
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800  // expect: ARC002
#define USE_RED
#define USE_ASYNC 1
#else
#define USE_ASYNC 0
#endif
#if USE_ASYNC
#define STAGES 2
#else
#define STAGES 1
#endif

// What the shuffles do stands in a chain of its own.
__device__ int sum(int v) {
#ifdef USE_RED  // expect: PTX034
  asm volatile("redux.sync.add.s32 %0, %0, 0xffffffff;" : "+r"(v));  // expect: PTX019
#endif
#ifndef USE_RED
  v += v;
#endif
  return v;
}

// The size of the array depends on the answer.
__global__ void copy(const float4 *in, float *out) {
  __shared__ float4 buffer[STAGES][64];
#if USE_ASYNC  // expect: PTX034
  asm volatile("cp.async.wait_all;");  // expect: PTX003
#endif
  out[threadIdx.x] = buffer[STAGES - 1][threadIdx.x].x;
}

// A brace is opened in one and closed in the other.
__global__ void branch(int *p) {
#if __CUDA_ARCH__ >= 750  // expect: ARC002, PTX034
  if (p[0] > 0) { asm volatile("membar.gl;");  // expect: PTX011
#endif
  p[1] = 1;
#if __CUDA_ARCH__ >= 750  // expect: ARC002
  }
#endif
}

// What the shuffles do is chosen in code.
#if __CUDA_ARCH__ >= 860  // expect: ARC002
#define RED 1
#else
#define RED 0
#endif
__device__ int chosen(int v) {
#if RED  // expect: PTX034
  asm volatile("redux.sync.add.s32 %0, %0, 0xffffffff;" : "+r"(v));  // expect: PTX019
#endif
  if (!RED) v += v;
  return v;
}
