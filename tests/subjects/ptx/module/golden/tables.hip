// tables.ptx, translated by hipify-py (a7f09ee8863cf423)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using u32 = hipify_ptx::any_u32;
using u64 = hipify_ptx::any_u64;
using f32 = hipify_ptx::any_f32;
using hipify_ptx::bits;

__device__ f32 weights[4] = {1.0f, 2.0f, 3.0f, 4.0f};
__constant__ u32 limit = 7;
__constant__ f32 set_by_hosts[3];

static __device__ uint32_t ptx_twice(uint32_t x);
static __device__ uint32_t ptx_thrice(uint32_t x);

__device__ u64 functions[2] = {uint64_t(&ptx_twice), uint64_t(&ptx_thrice)};
__device__ u64 asked_for_by_hosts = uint64_t(&ptx_twice);
__device__ u64 places[4] = {uint64_t(&weights), uint64_t(&weights) + 8, uint64_t(&limit), 0ull};
__attribute__((weak)) __device__ u64 chain[2] = {uint64_t(&functions), uint64_t(&places) + 8};
__device__ u64 ring[2] = {uint64_t(&ring), 3ull};

static __device__ uint32_t ptx_twice(uint32_t x) {
  return x << 1;
}

static __device__ uint32_t ptx_thrice(uint32_t x) {
  return x * 3;
}

extern "C" __global__ void by_table(f32* out, uint32_t which) {
  const uint32_t retval0 = ((uint32_t (*)(uint32_t))functions[which])(which);
  *out = bits<float>(retval0);
  out[1] = weights[1];
  out[2] = *((f32*)(*((u64*)chain[1])));
}

extern "C" __global__ void cluster_of_one(u32* out) {
  *out = blockIdx.x * 1u + 0u + gridDim.y;
}
