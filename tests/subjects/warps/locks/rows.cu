// Roles of warps that are one wavefront, however they are told apart.
#include <cuda_runtime.h>
__global__ void rows(int* v) {
  __shared__ int ready;
  if (threadIdx.y == 0) { v[threadIdx.x] = 1; __threadfence(); if (threadIdx.x == 0) atomicExch(&ready, 1); }
  if (threadIdx.y == 1) { while (atomicAdd(&ready, 0) == 0) ; v[threadIdx.x]++; }  // expect: WRP017
}
__global__ void wide_rows(int* v, int* ready) {
  if (threadIdx.y == 0) { v[threadIdx.x] = 1; __threadfence(); if (threadIdx.x == 0) atomicExch(ready, 1); }
  if (threadIdx.y == 1) { while (atomicAdd(ready, 0) == 0) ; v[threadIdx.x]++; }
}
__global__ void leaders(int* l, int* d) {
  if (threadIdx.x == 0) { while (atomicCAS(l, 0, 1) != 0) ; d[0]++; atomicExch(l, 0); }  // expect: WRP029
}
__global__ void leaders_of_waves(int* l, int* d) {
  if (threadIdx.x == 0) { while (atomicCAS(l, 0, 1) != 0) ; d[0]++; atomicExch(l, 0); }
}
void run(int* v, int* l) {
  const int width = 32;
  dim3 narrow(width, 4), wide = dim3(64, 2);
  rows<<<1, dim3(32, 2)>>>(v);
  wide_rows<<<1, wide>>>(v, l);
  leaders<<<1, narrow>>>(l, v);
  leaders_of_waves<<<4, dim3(64, 1, 1)>>>(l, v);
}
// ==== output
// Roles of warps that are one wavefront, however they are told apart.
#include <hip/hip_runtime.h>
__global__ void rows(int* v) {
  __shared__ int ready;
  if (threadIdx.y == 0) { v[threadIdx.x] = 1; __threadfence(); if (threadIdx.x == 0) atomicExch(&ready, 1); }
  if (threadIdx.y == 1) { while (atomicAdd(&ready, 0) == 0) ; v[threadIdx.x]++; }  // expect: WRP017
}
__global__ void wide_rows(int* v, int* ready) {
  if (threadIdx.y == 0) { v[threadIdx.x] = 1; __threadfence(); if (threadIdx.x == 0) atomicExch(ready, 1); }
  if (threadIdx.y == 1) { while (atomicAdd(ready, 0) == 0) ; v[threadIdx.x]++; }
}
__global__ void leaders(int* l, int* d) {
  if (threadIdx.x == 0) { while (atomicCAS(l, 0, 1) != 0) ; d[0]++; atomicExch(l, 0); }  // expect: WRP029
}
__global__ void leaders_of_waves(int* l, int* d) {
  if (threadIdx.x == 0) { while (atomicCAS(l, 0, 1) != 0) ; d[0]++; atomicExch(l, 0); }
}
void run(int* v, int* l) {
  const int width = 32;
  dim3 narrow(width, 4), wide = dim3(64, 2);
  rows<<<1, dim3(32, 2)>>>(v);
  wide_rows<<<1, wide>>>(v, l);
  leaders<<<1, narrow>>>(l, v);
  leaders_of_waves<<<4, dim3(64, 1, 1)>>>(l, v);
}
