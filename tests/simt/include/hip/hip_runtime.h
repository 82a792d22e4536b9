// HIP for kernels that run on the CPU: the part of it that programs in kernels/ use, as AMD's headers define it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

#include "simt.hpp"

#define __global__ static
#define __device__
#define __host__
#define __constant__ static
#define __shared__ thread_local
#define __forceinline__ inline
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
// What g++ has in place of the vectors of clang; those of the headers are of 32-bit words.
#define ext_vector_type(lanes) vector_size(4 * (lanes))
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define hipLaunchKernelGGL(kernel, grid, block, shared, stream, ...) \
  simt::launch(grid, block, [&] { kernel(__VA_ARGS__); })

using std::max;
using std::min;

// Lanes.

SIMT inline unsigned __lane_id() { return simt::lane_id(); }
SIMT inline unsigned long long __ballot(int predicate) {
  const auto met = simt::meet(predicate);
  unsigned long long holds = 0;
  for (unsigned lane = 0; lane < simt::most_lanes; ++lane) holds |= (unsigned long long)(met.of(lane) != 0) << lane;
  return holds;
}
SIMT inline unsigned long long __activemask() { return __ballot(true); }
SIMT inline int __any(int predicate) { return __ballot(predicate) != 0; }
SIMT inline int __all(int predicate) { return __ballot(!predicate) == 0; }

template <class T>
SIMT T __shfl(T value, int source, int width = warpSize) {
  const int self = __lane_id();
  return simt::meet(value).of((source & (width - 1)) + (self & ~(width - 1)));
}
template <class T>
SIMT T __shfl_up(T value, unsigned delta, int width = warpSize) {
  const int self = __lane_id(), from = self - int(delta);
  return simt::meet(value).of(from < (self & ~(width - 1)) ? self : from);
}
template <class T>
SIMT T __shfl_down(T value, unsigned delta, int width = warpSize) {
  const int self = __lane_id();
  return simt::meet(value).of(int(self & (width - 1)) + int(delta) >= width ? self : self + int(delta));
}
template <class T>
SIMT T __shfl_xor(T value, int mask, int width = warpSize) {
  const int self = __lane_id(), from = self ^ mask;
  return simt::meet(value).of(from >= ((self + width) & ~(width - 1)) ? self : from);
}

// Operations with a mask trap unless each lane of a mask names the same lanes, and these are all there.

namespace simt {

SIMT inline Lanes in_wave(Lanes mask) { return warpSize == 32 ? mask & 0xffffffffu : mask; }

template <class T>
SIMT Met<T> meet_in(Lanes mask, T value) {
  struct Both {
    Lanes mask;
    T value;
  };
  mask = in_wave(mask);
  const auto met = meet(Both{mask, value});
  Met<T> part;
  part.lanes = 0;
  for (unsigned lane = 0; lane < most_lanes; ++lane)
    if (met.has(lane) && met.values[lane].mask == mask) {
      part.lanes |= Lanes(1) << lane;
      part.values[lane] = met.values[lane].value;
    }
  if (mask == 0) trap("mask must be non-zero");
  if (part.lanes != mask) trap("all threads of the mask must execute the operation with the same mask");
  return part;
}

template <class T, class Combine>
SIMT T reduce_in(Lanes mask, T value, Combine combine) {
  const auto met = meet_in(mask, value);
  const unsigned first = __builtin_ctzll(met.lanes);
  T result = met.values[first];
  for (unsigned lane = first + 1; lane < most_lanes; ++lane)
    if (met.has(lane)) result = combine(result, met.values[lane]);
  return result;
}

template <class Mask>
SIMT constexpr void check_mask() {
  static_assert(std::is_integral_v<Mask> && sizeof(Mask) == 8, "the mask must be a 64-bit integer");
}

}  // namespace simt

SIMT inline void __syncwarp() { simt::meet(0); }
template <class Mask>
SIMT void __syncwarp(Mask mask) {
  simt::check_mask<Mask>();
  simt::meet_in(mask, 0);
}
template <class Mask>
SIMT unsigned long long __ballot_sync(Mask mask, int predicate) {
  simt::check_mask<Mask>();
  const auto met = simt::meet_in(mask, predicate);
  unsigned long long holds = 0;
  for (unsigned lane = 0; lane < simt::most_lanes; ++lane) holds |= (unsigned long long)(met.of(lane) != 0) << lane;
  return holds;
}
template <class Mask>
SIMT int __any_sync(Mask mask, int predicate) {
  return __ballot_sync(mask, predicate) != 0;
}
template <class Mask>
SIMT int __all_sync(Mask mask, int predicate) {
  return __ballot_sync(mask, !predicate) == 0;
}
template <class Mask, class T>
SIMT T __shfl_sync(Mask mask, T value, int source, int width = warpSize) {
  simt::check_mask<Mask>();
  const int self = __lane_id();
  return simt::meet_in(mask, value).of((source & (width - 1)) + (self & ~(width - 1)));
}
template <class Mask, class T>
SIMT unsigned long long __match_any_sync(Mask mask, T value) {
  simt::check_mask<Mask>();
  const auto met = simt::meet_in(mask, value);
  unsigned long long equal = 0;
  for (unsigned lane = 0; lane < simt::most_lanes; ++lane)
    if (met.has(lane) && met.values[lane] == value) equal |= 1ull << lane;
  return equal;
}
template <class Mask, class T>
SIMT unsigned long long __match_all_sync(Mask mask, T value, int *predicate) {
  const auto equal = __match_any_sync(mask, value);
  *predicate = equal == simt::in_wave(mask);
  return *predicate ? equal : 0;
}
#define SIMT_REDUCE(name, expression)                                         \
  template <class Mask, class T>                                              \
  SIMT T __reduce_##name##_sync(Mask mask, T value) {                              \
    simt::check_mask<Mask>();                                                 \
    return simt::reduce_in(mask, value, [](T a, T b) -> T { return expression; }); \
  }
SIMT_REDUCE(add, a + b)
SIMT_REDUCE(min, std::min(a, b))
SIMT_REDUCE(max, std::max(a, b))
SIMT_REDUCE(and, a & b)
SIMT_REDUCE(or, a | b)
SIMT_REDUCE(xor, a ^ b)
#undef SIMT_REDUCE

// Blocks.

SIMT inline void __syncthreads() { simt::barrier(); }
SIMT inline int __syncthreads_count(int predicate) {
  static int count;
  simt::barrier();
  count = 0;
  simt::barrier();
  count += predicate != 0;
  simt::barrier();
  return count;
}
SIMT inline int __syncthreads_or(int predicate) { return __syncthreads_count(predicate) != 0; }
SIMT inline int __syncthreads_and(int predicate) { return __syncthreads_count(!predicate) == 0; }
SIMT inline void __threadfence() {}
SIMT inline void __threadfence_block() {}
SIMT inline void __threadfence_system() {}

#define SIMT_ATOMIC(name, expression)         \
  template <class T, class U>                 \
  SIMT T atomic##name(T *at, U operand) {          \
    const T old = *at, with = T(operand);     \
    *at = expression;                         \
    return old;                               \
  }
SIMT_ATOMIC(Add, old + with)
SIMT_ATOMIC(Sub, old - with)
SIMT_ATOMIC(Min, std::min(old, with))
SIMT_ATOMIC(Max, std::max(old, with))
SIMT_ATOMIC(And, old &with)
SIMT_ATOMIC(Or, old | with)
SIMT_ATOMIC(Xor, old ^ with)
SIMT_ATOMIC(Exch, with)
SIMT_ATOMIC(Inc, old >= with ? 0 : old + 1)
#undef SIMT_ATOMIC
template <class T, class U, class V>
SIMT T atomicCAS(T *at, U expected, V wanted) {
  const T old = *at;
  if (old == T(expected)) *at = T(wanted);
  return old;
}

// Bits.

SIMT inline int __popc(unsigned bits) { return __builtin_popcount(bits); }
SIMT inline int __popcll(unsigned long long bits) { return __builtin_popcountll(bits); }
SIMT inline int __ffs(unsigned bits) { return __builtin_ffs(int(bits)); }
SIMT inline int __ffsll(unsigned long long bits) { return __builtin_ffsll((long long)bits); }
SIMT inline int __clz(int bits) { return bits ? __builtin_clz(unsigned(bits)) : 32; }
SIMT inline int __clzll(long long bits) { return bits ? __builtin_clzll((unsigned long long)bits) : 64; }
SIMT inline unsigned __brev(unsigned bits) {
  unsigned reversed = 0;
  for (int bit = 0; bit < 32; ++bit) reversed |= (bits >> bit & 1) << (31 - bit);
  return reversed;
}

// What generated functions are made of.

SIMT inline int __builtin_amdgcn_mbcnt_lo(unsigned mask, int add) {
  const unsigned lane = simt::lane_id();
  return add + __builtin_popcount(lane < 32 ? mask & ((1u << lane) - 1) : mask);
}
SIMT inline int __builtin_amdgcn_mbcnt_hi(unsigned mask, int add) {
  const unsigned lane = simt::lane_id();
  return add + (lane < 32 ? 0 : __builtin_popcount(mask & ((1u << (lane - 32)) - 1)));
}
SIMT inline unsigned __builtin_amdgcn_wavefrontsize() { return warpSize; }
SIMT inline int __builtin_amdgcn_ds_bpermute(int address, int value) {
  return simt::meet(value).of(unsigned(address) / 4 % unsigned(warpSize));
}
// Of DPP, only what permutes four lanes (quad_perm), or moves 16 lanes down or up (row_shl, row_shr). Each bit of `banks`
// stands for every fourth four lanes; where it is 0, or nothing comes from, a lane keeps `old`.
SIMT inline int __builtin_amdgcn_update_dpp(int old, int value, int control, int rows, int banks, bool) {
  const unsigned lane = simt::lane_id();
  const auto met = simt::meet(value);
  if (rows != 0xf) simt::trap("DPP of some rows is not modelled");
  int from = int(lane & ~3u) | control >> 2 * (lane & 3) % 8 & 3;
  if (control > 0xff) {
    const int by = control & 0xf;
    if (by == 0 || (control & ~0xf) != 0x100 && (control & ~0xf) != 0x110) simt::trap("a DPP control is not modelled");
    from = (control & 0x10) != 0 ? int(lane) - by : int(lane) + by;
  }
  const bool is_there = from >= 0 && unsigned(from) / 16 == lane / 16 && met.has(from);
  return is_there && (banks >> lane / 4 % 4 & 1) != 0 ? met.of(from) : old;
}
SIMT inline int __builtin_amdgcn_mov_dpp(int value, int control, int rows, int banks, bool) {
  return __builtin_amdgcn_update_dpp(0, value, control, rows, banks, true);
}
SIMT inline void __builtin_amdgcn_wave_barrier() { simt::meet(0); }
SIMT inline void __builtin_amdgcn_s_sleep(int) { simt::sleep(); }
#define __builtin_amdgcn_fence(...) ((void)0)
#define __HIP_MEMORY_SCOPE_WORKGROUP 3
#define __HIP_MEMORY_SCOPE_AGENT 4
#define __HIP_MEMORY_SCOPE_SYSTEM 5
template <class T>
SIMT T __hip_atomic_load(const T *at, int, int) {
  return *at;
}
template <class T, class U>
SIMT void __hip_atomic_store(T *at, U value, int, int) {
  *at = T(value);
}
template <class T, class U>
SIMT bool __hip_atomic_compare_exchange_strong(T *at, U *held, U desired, int, int, int) {
  const bool is_expected = *at == *held;
  if (is_expected) {
    *at = desired;
  } else {
    *held = *at;
  }
  return is_expected;
}

// The host.

using hipError_t = int;
using hipStream_t = void *;
constexpr hipError_t hipSuccess = 0;
enum hipMemcpyKind { hipMemcpyHostToDevice, hipMemcpyDeviceToHost, hipMemcpyDeviceToDevice, hipMemcpyDefault };
struct hipDeviceProp_t {
  int warpSize;
};

template <class T>
SIMT hipError_t hipMalloc(T **at, std::size_t size) {
  *at = static_cast<T *>(std::calloc(size, 1));
  return hipSuccess;
}
template <class T>
SIMT hipError_t hipMallocManaged(T **at, std::size_t size) {
  return hipMalloc(at, size);
}
SIMT inline hipError_t hipFree(void *at) {
  std::free(at);
  return hipSuccess;
}
SIMT inline hipError_t hipMemcpy(void *to, const void *from, std::size_t size, hipMemcpyKind) {
  std::memcpy(to, from, size);
  return hipSuccess;
}
SIMT inline hipError_t hipMemset(void *at, int value, std::size_t size) {
  std::memset(at, value, size);
  return hipSuccess;
}
SIMT inline hipError_t hipDeviceSynchronize() { return hipSuccess; }
SIMT inline hipError_t hipGetLastError() { return hipSuccess; }
SIMT inline hipError_t hipGetDeviceProperties(hipDeviceProp_t *properties, int) {
  properties->warpSize = warpSize;
  return hipSuccess;
}
