// Roles of warps that are one wavefront, however they are told apart.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
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
__global__ void tiles(volatile int* flag, int* v) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  if (tile.meta_group_rank() == 0) { v[tile.thread_rank()] = 3; tile.sync(); if (tile.thread_rank() == 0) flag[0] = 1; }
  else { while (flag[0] == 0) { } v[32 + tile.thread_rank()] = v[tile.thread_rank()]; }  // expect: WRP017
}
__global__ void cases(int* v, int* full) {
  switch (threadIdx.x / 32) {  // expect: WRP002
    case 0: v[threadIdx.x] = 1; __threadfence(); atomicExch(full, 1); break;
    case 1: while (atomicAdd(full, 0) == 0) ; v[threadIdx.x]++; break;  // expect: WRP017
  }
}
__global__ void cases_of_waves(int* v, int* full) {
  switch (threadIdx.x / 64) {
    case 0: v[threadIdx.x] = 1; __threadfence(); atomicExch(full, 1); break;
    case 1: while (atomicAdd(full, 0) == 0) ; v[threadIdx.x]++; break;
  }
}
__device__ void produce(int* s) { s[threadIdx.x] = 1; __syncthreads(); }
__device__ void consume(int* s, int* o) { __syncthreads(); o[threadIdx.x] = s[threadIdx.x]; }
__global__ void barriers_by_row(int* s, int* o) { if (threadIdx.y == 0) produce(s); else consume(s, o); }  // expect: WRP031
__global__ void barriers_by_case(int* s, int* o) {
  const int role = threadIdx.x >> 5;
  switch (role) { case 0: produce(s); break; default: consume(s, o); }  // expect: WRP031
}
__global__ void barriers_of_groups(int* s, int* o) {
  auto cta = cg::this_thread_block();
  bool first = cta.thread_rank() < 32;
  if (first) { s[0] = 1; cta.sync(); return; }  // expect: WRP031
  cg::sync(cta);
  o[0] = s[0];
}
__global__ void barriers_of_tiles(int* s) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  if (tile.meta_group_rank() == 0) { s[0] = 1; tile.sync(); } else { tile.sync(); s[1] = 1; }
}
// Lanes that wait for the lane before.
struct Row { int ready; double x; };
__global__ void sums(int* f) { int i = threadIdx.x; if (i) while (atomicAdd(f + i - 1, 0) == 0) ; atomicExch(f + i, 1); }  // expect: WRP017
__global__ void pointers(Row* r) {
  Row *me = r + threadIdx.x, *before = me - 1;
  if (threadIdx.x) { while (atomicAdd(&before->ready, 0) == 0) ; }  // expect: WRP017
  atomicExch(&me->ready, 1);
}
__global__ void ranks(int* f) {
  int i = cg::this_grid().thread_rank();
  if (i) while (!atomicAdd(&f[i - 1], 0)) ;  // expect: WRP017
  atomicExch(&f[i], 1);
}
__global__ void blocks(int* f) { int i = blockIdx.x; if (i) while (atomicAdd(f + i - 1, 0) == 0) ; __syncthreads(); atomicExch(f + i, 1); }
// ==== output
// Roles of warps that are one wavefront, however they are told apart.
#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>
namespace cg = cooperative_groups;
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
__global__ void tiles(volatile int* flag, int* v) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  if (tile.meta_group_rank() == 0) { v[tile.thread_rank()] = 3; tile.sync(); if (tile.thread_rank() == 0) flag[0] = 1; }
  else { while (flag[0] == 0) { } v[32 + tile.thread_rank()] = v[tile.thread_rank()]; }  // expect: WRP017
}
__global__ void cases(int* v, int* full) {
  switch (threadIdx.x / 32) {  // expect: WRP002
    case 0: v[threadIdx.x] = 1; __threadfence(); atomicExch(full, 1); break;
    case 1: while (atomicAdd(full, 0) == 0) ; v[threadIdx.x]++; break;  // expect: WRP017
  }
}
__global__ void cases_of_waves(int* v, int* full) {
  switch (threadIdx.x / 64) {
    case 0: v[threadIdx.x] = 1; __threadfence(); atomicExch(full, 1); break;
    case 1: while (atomicAdd(full, 0) == 0) ; v[threadIdx.x]++; break;
  }
}
__device__ void produce(int* s) { s[threadIdx.x] = 1; __syncthreads(); }
__device__ void consume(int* s, int* o) { __syncthreads(); o[threadIdx.x] = s[threadIdx.x]; }
__global__ void barriers_by_row(int* s, int* o) { if (threadIdx.y == 0) produce(s); else consume(s, o); }  // expect: WRP031
__global__ void barriers_by_case(int* s, int* o) {
  const int role = threadIdx.x >> 5;
  switch (role) { case 0: produce(s); break; default: consume(s, o); }  // expect: WRP031
}
__global__ void barriers_of_groups(int* s, int* o) {
  auto cta = cg::this_thread_block();
  bool first = cta.thread_rank() < 32;
  if (first) { s[0] = 1; cta.sync(); return; }  // expect: WRP031
  cg::sync(cta);
  o[0] = s[0];
}
__global__ void barriers_of_tiles(int* s) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  if (tile.meta_group_rank() == 0) { s[0] = 1; tile.sync(); } else { tile.sync(); s[1] = 1; }
}
// Lanes that wait for the lane before.
struct Row { int ready; double x; };
__global__ void sums(int* f) { int i = threadIdx.x; if (i) while (atomicAdd(f + i - 1, 0) == 0) ; atomicExch(f + i, 1); }  // expect: WRP017
__global__ void pointers(Row* r) {
  Row *me = r + threadIdx.x, *before = me - 1;
  if (threadIdx.x) { while (atomicAdd(&before->ready, 0) == 0) ; }  // expect: WRP017
  atomicExch(&me->ready, 1);
}
__global__ void ranks(int* f) {
  int i = cg::this_grid().thread_rank();
  if (i) while (!atomicAdd(&f[i - 1], 0)) ;  // expect: WRP017
  atomicExch(&f[i], 1);
}
__global__ void blocks(int* f) { int i = blockIdx.x; if (i) while (atomicAdd(f + i - 1, 0) == 0) ; __syncthreads(); atomicExch(f + i, 1); }
