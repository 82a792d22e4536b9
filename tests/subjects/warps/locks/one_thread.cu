#include <cuda_runtime.h>
// One thread of a block may wait for those of others.
__device__ unsigned peek(unsigned* p) { return *(volatile unsigned*)p; }
__global__ void alone_1(unsigned* count, unsigned n) { __syncthreads(); if (threadIdx.x == 0) { atomicAdd(count, 1); while (peek(count) < n); } __syncthreads(); }  // expect: ATM011
__global__ void alone_2(unsigned* ticket, volatile unsigned* now, int* v) { if (threadIdx.x == 0) { unsigned t = atomicAdd(ticket, 1u); for (unsigned s = *now; s != t; s = *now) {} *v += 1; __threadfence(); *now = t + 1; } __syncthreads(); }  // expect: ATM011
__global__ void alone_3(int* sem, int* v) { if (threadIdx.x == 0) { while (atomicAdd(sem, -1) <= 0) { atomicAdd(sem, 1); } *v += 1; __threadfence(); atomicAdd(sem, 1); } __syncthreads(); }
__global__ void alone_4(unsigned* w, int* v) { unsigned bit = 1u << blockIdx.x % 32; if (threadIdx.x == 0) { while (atomicOr(w, bit) & bit); *v += 1; __threadfence(); atomicAnd(w, ~bit); } }
__global__ void alone_5(float* node, float* v) { if (threadIdx.x == 0) { float x; while ((x = atomicExch(node, -1.0f)) < 0.0f); *v += x; atomicExch(node, x + 1.0f); } }
__global__ void alone_6(unsigned* ticket, unsigned* now, int* v) { unsigned t; if (threadIdx.x == 0) { t = atomicAdd(ticket, 1u); while (true) { unsigned s = peek(now); if (s == t) break; __nanosleep(10); } } __syncthreads(); }  // expect: ATM011
__global__ void alone_7(volatile int* counters) { if (threadIdx.x == 0) { for (int s = counters[0]; s != (int)gridDim.x; s = counters[0]) {} } __syncthreads(); }  // expect: ATM011
__global__ void all(unsigned* p) { while (atomicExch(p, 1u)) {} unsigned t = atomicAdd(p, 1u); while (atomicOr(p, 0u) != t) {} }  // expect: WRP016, WRP017
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
// One thread of a block may wait for those of others.
__device__ unsigned peek(unsigned* p) { return *(volatile unsigned*)p; }
__global__ void alone_1(unsigned* count, unsigned n) { __syncthreads(); if (threadIdx.x == 0) { atomicAdd(count, 1); while (peek(count) < n); } __syncthreads(); }  // expect: ATM011
__global__ void alone_2(unsigned* ticket, volatile unsigned* now, int* v) { if (threadIdx.x == 0) { unsigned t = atomicAdd(ticket, 1u); for (unsigned s = *now; s != t; s = *now) {} *v += 1; __threadfence(); *now = t + 1; } __syncthreads(); }  // expect: ATM011
__global__ void alone_3(int* sem, int* v) { if (threadIdx.x == 0) { while (atomicAdd(sem, -1) <= 0) { atomicAdd(sem, 1); } *v += 1; __threadfence(); atomicAdd(sem, 1); } __syncthreads(); }
__global__ void alone_4(unsigned* w, int* v) { unsigned bit = 1u << blockIdx.x % 32; if (threadIdx.x == 0) { while (atomicOr(w, bit) & bit); *v += 1; __threadfence(); atomicAnd(w, ~bit); } }
__global__ void alone_5(float* node, float* v) { if (threadIdx.x == 0) { float x; while ((x = atomicExch(node, -1.0f)) < 0.0f); *v += x; atomicExch(node, x + 1.0f); } }
__global__ void alone_6(unsigned* ticket, unsigned* now, int* v) { unsigned t; if (threadIdx.x == 0) { t = atomicAdd(ticket, 1u); while (true) { unsigned s = peek(now); if (s == t) break; __nanosleep(10); } } __syncthreads(); }  // expect: ATM011
__global__ void alone_7(volatile int* counters) { if (threadIdx.x == 0) { for (int s = counters[0]; s != (int)gridDim.x; s = counters[0]) {} } __syncthreads(); }  // expect: ATM011
__global__ void all(unsigned* p) { while (atomicExch(p, 1u)) {} unsigned t = atomicAdd(p, 1u); while (atomicOr(p, 0u) != t) {} }  // expect: WRP016, WRP017
