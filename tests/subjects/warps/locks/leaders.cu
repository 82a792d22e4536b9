// One lane of each half of a wavefront, of each tile or of each row.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
static __device__ int lane_id() { return threadIdx.x & 31; }
static __device__ bool elect() { return lane_id() == __ffs(__activemask()) - 1; }
__global__ void elected(int* l, int* d) { if (elect()) { while (atomicCAS(l, 0, 1) != 0) ; d[0]++; atomicExch(l, 0); } }  // expect: WRP029
__global__ void tile_32(int* l, int* d) {
  auto t = cg::tiled_partition<32>(cg::this_thread_block());
  if (t.thread_rank() == 0) { while (atomicCAS(l, 0, 1) != 0) ; d[0]++; atomicExch(l, 0); }  // expect: WRP029
}
__global__ void tile_8(int* l, int* d) {
  auto t = cg::tiled_partition<8>(cg::this_thread_block());
  if (t.thread_rank() == 0) { while (atomicCAS(l, 0, 1) != 0) ; d[0]++; atomicExch(l, 0); }  // expect: WRP016
}
__device__ void of_tile(cg::thread_block_tile<16>& tile, int* l, int* d) {
  if (tile.thread_rank() == 0) { while (atomicCAS(l, 0, 1) != 0) ; d[0]++; atomicExch(l, 0); }  // expect: WRP016
}
__global__ void rows(int* l, int* d) {
  if (threadIdx.x == 0) { while (atomicCAS(l, 0, 1) != 0) ; d[0] += threadIdx.y; atomicExch(l, 0); }  // expect: WRP029
}
// One thread of the block.
__global__ void block(int* l, int* d) {
  cg::thread_block b = cg::this_thread_block();
  if (b.thread_rank() == 0) { while (atomicCAS(l, 0, 1) != 0) ; d[0]++; atomicExch(l, 0); }
}
__global__ void first_of_rows(int* l, int* d) {
  bool first = threadIdx.x == 0 && threadIdx.y == 0;
  if (first) { while (atomicCAS(l, 0, 1) != 0) ; d[0]++; atomicExch(l, 0); }
}
__global__ void first(int* l, int* d) {
  int tid = threadIdx.y * blockDim.x + threadIdx.x;
  bool other = !(tid == 0);
  if (other) return;
  while (atomicCAS(l, 0, 1) != 0) ; d[0]++; atomicExch(l, 0);
}
// ==== output
// One lane of each half of a wavefront, of each tile or of each row.
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#include <hip/hip_cooperative_groups.h>
namespace cg = cooperative_groups;
static __device__ int lane_id() { return threadIdx.x & 31; }
static __device__ bool elect() { return lane_id() == __ffs(hipify_compat::activemask()) - 1; }
__global__ void elected(int* l, int* d) { if (elect()) { while (atomicCAS(l, 0, 1) != 0) ; d[0]++; atomicExch(l, 0); } }  // expect: WRP029
__global__ void tile_32(int* l, int* d) {
  auto t = cg::tiled_partition<32>(cg::this_thread_block());
  if (t.thread_rank() == 0) { while (atomicCAS(l, 0, 1) != 0) ; d[0]++; atomicExch(l, 0); }  // expect: WRP029
}
__global__ void tile_8(int* l, int* d) {
  auto t = cg::tiled_partition<8>(cg::this_thread_block());
  if (t.thread_rank() == 0) { while (atomicCAS(l, 0, 1) != 0) ; d[0]++; atomicExch(l, 0); }  // expect: WRP016
}
__device__ void of_tile(cg::thread_block_tile<16>& tile, int* l, int* d) {
  if (tile.thread_rank() == 0) { while (atomicCAS(l, 0, 1) != 0) ; d[0]++; atomicExch(l, 0); }  // expect: WRP016
}
__global__ void rows(int* l, int* d) {
  if (threadIdx.x == 0) { while (atomicCAS(l, 0, 1) != 0) ; d[0] += threadIdx.y; atomicExch(l, 0); }  // expect: WRP029
}
// One thread of the block.
__global__ void block(int* l, int* d) {
  cg::thread_block b = cg::this_thread_block();
  if (b.thread_rank() == 0) { while (atomicCAS(l, 0, 1) != 0) ; d[0]++; atomicExch(l, 0); }
}
__global__ void first_of_rows(int* l, int* d) {
  bool first = threadIdx.x == 0 && threadIdx.y == 0;
  if (first) { while (atomicCAS(l, 0, 1) != 0) ; d[0]++; atomicExch(l, 0); }
}
__global__ void first(int* l, int* d) {
  int tid = threadIdx.y * blockDim.x + threadIdx.x;
  bool other = !(tid == 0);
  if (other) return;
  while (atomicCAS(l, 0, 1) != 0) ; d[0]++; atomicExch(l, 0);
}
