// flags: --rocm 7.2
#include <cub/thread/thread_reduce.cuh>
#include <cub/block/block_radix_rank.cuh>
#include <cub/thread/thread_store.cuh>
__global__ void k(int *p) { p[0] = 1; }
// ==== output
#include <hip/hip_runtime.h>
#include <hipcub/hipcub.hpp>
#include <hipcub/thread/thread_store.hpp>
__global__ void k(int *p) { p[0] = 1; }
