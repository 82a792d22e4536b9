// Lanes that wait for the lane before.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
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
// Lanes that wait for the lane before.
#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>
namespace cg = cooperative_groups;
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
