// What the kernels of a test have in common: lanes of inputs and outputs, and a piece of memory for each thread.

#ifndef PTX_GPU_HARNESS_HPP
#define PTX_GPU_HARNESS_HPP

#include "hipify_ptx.hpp"

// Threads of a block. A kernel is started in such blocks, with a thread for each value of a lane.
#define PTX_GPU_BLOCK 128

#define PTX_GPU_KERNEL(name)                                        \
  extern "C" __global__ void __launch_bounds__(PTX_GPU_BLOCK) name( \
      const __grid_constant__ ptx_gpu::Lanes t)

namespace ptx_gpu {

constexpr int words = 8;  // of a thread's piece of memory

// Lane after lane, `count` values each, whatever their type in 64 bits.
struct Lanes {
  const uint64_t* in;
  uint64_t* out;
  uint64_t* scratch;
  unsigned count;
};

__device__ __forceinline__ unsigned index() { return blockIdx.x * blockDim.x + threadIdx.x; }

template <class T>
__device__ __forceinline__ T get(const Lanes& t, int lane, unsigned i) {
  const uint64_t value = t.in[static_cast<size_t>(lane) * t.count + i];
  T result;
  __builtin_memcpy(&result, &value, sizeof(T));
  return result;
}

template <>
__device__ __forceinline__ bool get<bool>(const Lanes& t, int lane, unsigned i) {
  return (t.in[static_cast<size_t>(lane) * t.count + i] & 1) != 0;
}

// A byte in a wider register, the rest of which is anything.
template <class T>
__device__ __forceinline__ T get_wide(const Lanes& t, int lane, unsigned i) {
  return static_cast<T>(get<uint8_t>(t, lane, i) | i * 2654435769u << 8);
}

template <class T>
__device__ __forceinline__ void put(const Lanes& t, int lane, unsigned i, T value) {
  uint64_t result = 0;
  __builtin_memcpy(&result, &value, sizeof(T));
  t.out[static_cast<size_t>(lane) * t.count + i] = result;
}

// A thread's piece of memory, filled from its lanes.
__device__ __noinline__ void fill(const Lanes& t, unsigned i, int lane, volatile uint64_t* slot) {
#pragma unroll 1
  for (int k = 0; k < words; k++) slot[k] = t.in[static_cast<size_t>(lane + k) * t.count + i];
}

template <int Number>
__device__ __forceinline__ uint64_t* global_slot(const Lanes& t, unsigned i, int lane) {
  uint64_t* const slot = t.scratch + (static_cast<size_t>(Number) * t.count + i) * words;
  fill(t, i, lane, slot);
  return slot;
}

template <int Number>
__device__ __forceinline__ uint64_t* shared_slot(const Lanes& t, unsigned i, int lane) {
  __shared__ __align__(64) uint64_t slots[PTX_GPU_BLOCK * words];
  uint64_t* const slot = slots + threadIdx.x * words;
  fill(t, i, lane, slot);
  return slot;
}

__device__ __forceinline__ unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

// What is in that memory now.
__device__ __noinline__ void keep(const Lanes& t, int lane, unsigned i, const volatile uint64_t* slot) {
  __threadfence();
#pragma unroll 1
  for (int k = 0; k < words; k++) t.out[static_cast<size_t>(lane + k) * t.count + i] = slot[k];
}

// Addresses of all kinds, chosen by what is in a lane.
template <class T>
__device__ __forceinline__ T some_shared_address(const Lanes& t, int lane, unsigned i) {
  return static_cast<T>(get<uint64_t>(t, lane, i) & 0x3fff);
}

template <class T>
__device__ __forceinline__ T generic_shared_address(const Lanes& t, int lane, unsigned i) {
  return reinterpret_cast<T>(__cvta_shared_to_generic(some_shared_address<size_t>(t, lane, i)));
}

template <class T>
__device__ __forceinline__ T global_address(const Lanes& t, int lane, unsigned i) {
  return reinterpret_cast<T>(t.scratch) + (get<uint64_t>(t, lane, i) & 0xfffff);
}

template <class T>
__device__ __noinline__ T some_address(const Lanes& t, int lane, unsigned i) {
  const unsigned which = get<uint32_t>(t, lane, i) % 3;
  volatile char local[64];
  if (which == 0) return generic_shared_address<T>(t, lane, i);
  if (which == 1) return global_address<T>(t, lane, i);
  return reinterpret_cast<T>(local + (get<uint32_t>(t, lane, i) >> 3 & 63));
}

// A policy for a cache, as an instruction takes it.
__device__ __forceinline__ uint64_t some_policy() {
  uint64_t policy;
  asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
  return policy;
}

__device__ __forceinline__ void wait_for_copies() { asm volatile("cp.async.wait_all;" ::: "memory"); }

// Whether a lane of a warp takes part in an instruction with that mask; one that does not has written 0.
__device__ __noinline__ bool joins(const Lanes& t, int mask_lane, unsigned i, int outputs) {
  if (get<uint32_t>(t, mask_lane, i) >> (i & 31) & 1) return true;
  for (int k = 0; k < outputs; k++) put(t, k, i, 0);
  return false;
}

// What a shuffle returns if the lane it reads from takes part; else that is anything, and 0 here. The operands b, c and
// the mask are in lanes beside each other.
template <char Mode>
__device__ __forceinline__ uint32_t from_shfl(const Lanes& t, int lane, unsigned i, uint32_t value) {
  const unsigned b = get<uint32_t>(t, lane, i) & 31, c = get<uint32_t>(t, lane + 1, i), self = i & 31;
  const unsigned segment = c >> 8 & 31, last = (self & segment) | (c & 31 & ~segment);
  const int distance = static_cast<int>(b), at = static_cast<int>(self), limit = static_cast<int>(last);
  int source = Mode == 'u' ? at - distance : Mode == 'd' ? at + distance : Mode == 'b' ? at ^ distance
                                                                        : static_cast<int>((self & segment) | (b & ~segment));
  if (Mode == 'u' ? source < limit : source > limit) source = at;
  return get<uint32_t>(t, lane + 2, i) >> source & 1 ? value : 0;
}

}  // namespace ptx_gpu

using ptx_gpu::from_shfl;
using ptx_gpu::joins;
using ptx_gpu::generic_shared_address;
using ptx_gpu::get;
using ptx_gpu::get_wide;
using ptx_gpu::global_address;
using ptx_gpu::global_slot;
using ptx_gpu::keep;
using ptx_gpu::put;
using ptx_gpu::shared_address;
using ptx_gpu::shared_slot;
using ptx_gpu::some_address;
using ptx_gpu::some_policy;
using ptx_gpu::some_shared_address;
using ptx_gpu::wait_for_copies;

#endif  // PTX_GPU_HARNESS_HPP
