// Roles of warps that tiles, the cases of a switch and ways out tell apart.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
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
// ==== output
// Roles of warps that tiles, the cases of a switch and ways out tell apart.
#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>
namespace cg = cooperative_groups;
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
