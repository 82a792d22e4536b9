// HIP and the builtins of clang for AMD GPUs, on the CPU, from AMD's documents: a GPU whose waves have 64 lanes.
//
// Threads of a block are fibers. Those of a kernel that meets no other lane run one by one; else a lane that reaches
// an instruction across lanes waits until no lane of its wave can go on; then the lanes that wait at the same
// instruction, the first one in the code, do it together, and are all that EXEC holds.
#pragma once
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include <functional>
#include <vector>

#define __global__ __attribute__((noinline))
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __constant__ static
#define __shared__ static __attribute__((section("lds")))
#define __HIP_MEMORY_SCOPE_SINGLETHREAD 1
#define __HIP_MEMORY_SCOPE_WAVEFRONT 2
#define __HIP_MEMORY_SCOPE_WORKGROUP 3
#define __HIP_MEMORY_SCOPE_AGENT 4
#define __HIP_MEMORY_SCOPE_SYSTEM 5

struct dim3 {
  unsigned x = 1, y = 1, z = 1;
};
struct alignas(16) float4 {
  float x, y, z, w;
};
struct alignas(16) uint4 {
  unsigned x, y, z, w;
};
struct alignas(8) uint2 {
  unsigned x, y;
};
struct alignas(4) char4 {
  signed char x, y, z, w;
};
struct alignas(4) uchar4 {
  unsigned char x, y, z, w;
};
struct alignas(4) short2 {
  short x, y;
};
struct alignas(4) ushort2 {
  unsigned short x, y;
};

inline dim3 threadIdx{0, 0, 0}, blockIdx{0, 0, 0}, blockDim, gridDim;
static const int warpSize = 64;

namespace emulated {

inline int width_of_wave = 64;
enum class Wait { nothing, lanes, block, done };

struct Fiber {
  ucontext_t context;
  std::vector<char> stack;
  Wait wait = Wait::nothing;
  const void* site = nullptr;
  uint64_t deposit = 0;
  uint32_t place = 0;
};

inline std::vector<Fiber> fibers;
inline ucontext_t scheduler;
inline Fiber* running = nullptr;
inline uint64_t exec = 0;  // of the lanes that do an instruction together
inline uint64_t deposits[64];
inline const std::function<void()>* body = nullptr;

inline unsigned lane() { return threadIdx.x % width_of_wave; }

inline void enter() {
  (*body)();
  running->wait = Wait::done;
  swapcontext(&running->context, &scheduler);
}

// Waits for the lanes at the same instruction; then `exec` and `deposits` are those of the wave.
__attribute__((noinline, convergent, noduplicate)) inline void meet(uint64_t deposit, Wait wait, const void* site) {
  if (!running) {
    fprintf(stderr, "an instruction across lanes in a kernel without\n");
    abort();
  }
  running->deposit = deposit;
  running->site = site;
  running->wait = wait;
  swapcontext(&running->context, &scheduler);
}

inline void resume(size_t n) {
  running = &fibers[n];
  threadIdx.x = static_cast<unsigned>(n);
  running->wait = Wait::nothing;
  swapcontext(&scheduler, &running->context);
}

// Lets the lanes of a wave that wait at the first instruction do it. False if none waits.
inline bool step(size_t first, size_t last) {
  const void* site = nullptr;
  for (size_t n = first; n < last; ++n) {
    const Fiber& fiber = fibers[n];
    if (fiber.wait == Wait::lanes && (!site || fiber.site < site)) site = fiber.site;
  }
  if (!site) return false;
  uint64_t together = 0, values[64] = {};
  for (size_t n = first; n < last; ++n) {
    if (fibers[n].wait != Wait::lanes || fibers[n].site != site) continue;
    together |= 1ull << (n - first);
    values[n - first] = fibers[n].deposit;
  }
  for (size_t n = first; n < last; ++n) {
    if (!(together >> (n - first) & 1)) continue;
    exec = together;
    memcpy(deposits, values, sizeof values);
    resume(n);
  }
  return true;
}

inline void run_block(size_t count) {
  fibers.assign(count, Fiber());
  for (size_t n = 0; n < count; ++n) {
    Fiber& fiber = fibers[n];
    fiber.stack.resize(1 << 16);
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = fiber.stack.data();
    fiber.context.uc_stack.ss_size = fiber.stack.size();
    fiber.context.uc_link = &scheduler;
    makecontext(&fiber.context, enter, 0);
  }
  for (size_t n = 0; n < count; ++n) resume(n);
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (size_t first = 0; first < count; first += width_of_wave) {
      const size_t end = first + width_of_wave;
      while (step(first, end < count ? end : count)) goes_on = true;
    }
    std::vector<size_t> arrived;
    for (size_t n = 0; n < count; ++n) {
      if (fibers[n].wait == Wait::block) arrived.push_back(n);
    }
    for (size_t n : arrived) resume(n);
    goes_on |= !arrived.empty();
  }
  running = nullptr;
}

inline void launch(const std::function<void()>& kernel, int blocks, int threads, bool meets_lanes) {
  body = &kernel;
  blockDim.x = static_cast<unsigned>(threads);
  gridDim.x = static_cast<unsigned>(blocks);
  for (int b = 0; b < blocks; ++b) {
    blockIdx.x = static_cast<unsigned>(b);
    if (meets_lanes) {
      run_block(static_cast<size_t>(threads));
      continue;
    }
    for (int t = 0; t < threads; ++t) {
      threadIdx.x = static_cast<unsigned>(t);
      kernel();
    }
  }
}

#define EMULATED_LANES __attribute__((noinline, convergent, noduplicate)) inline

EMULATED_LANES uint64_t ballot(int predicate) {
  meet(predicate != 0, Wait::lanes, __builtin_return_address(0));
  uint64_t result = 0;
  for (int n = 0; n < 64; ++n) result |= (exec >> n & 1 && deposits[n]) ? 1ull << n : 0;
  return result;
}

// ds_bpermute_b32: the data of the lane at a place in bytes, 0 of a lane that EXEC does not hold.
EMULATED_LANES int bpermute(int place, int data) {
  meet(static_cast<uint32_t>(data), Wait::lanes, __builtin_return_address(0));
  const unsigned source = static_cast<unsigned>(place) / 4 % width_of_wave;
  return exec >> source & 1 ? static_cast<int>(deposits[source]) : 0;
}

// DPP: which lane a lane reads, of the controls that all GPUs have; -1: none.
inline int dpp_source(int lane, int control) {
  const int row = lane & ~15, in_row = lane & 15;
  if (control < 0x100) return (lane & ~3) | (control >> (lane & 3) * 2 & 3);
  const int amount = control & 15;
  switch (control & 0x1f0) {
    case 0x100: return in_row + amount < 16 ? lane + amount : -1;   // row_shl
    case 0x110: return in_row - amount >= 0 ? lane - amount : -1;   // row_shr
    case 0x120: return row | ((in_row - amount) & 15);              // row_ror
    case 0x140: return amount == 0 ? row | (15 - in_row) : amount == 1 ? (lane & ~7) | (7 - (lane & 7)) : (abort(), -1);
    case 0x150: return row | amount;                                // row_share of RDNA, row_newbcast of gfx90a
    default: fprintf(stderr, "a DPP control that is not modelled: %x\n", control); abort();
  }
}

EMULATED_LANES int dpp(int old, int data, int control, int rows, int banks, bool bounds) {
  meet(static_cast<uint32_t>(data), Wait::lanes, __builtin_return_address(0));
  const int self = static_cast<int>(lane());
  if (!(rows >> (self / 16 % 4) & 1) || !(banks >> (self / 4 % 4) & 1)) return old;
  const int source = dpp_source(self, control);
  if (source >= 0 && exec >> source & 1) return static_cast<int>(deposits[source]);
  return bounds ? 0 : old;
}

// Lanes run in step: none is past it while another has not come.
EMULATED_LANES void wave_barrier() {
  if (running) meet(0, Wait::lanes, __builtin_return_address(0));
}

EMULATED_LANES void barrier() { meet(0, Wait::block, __builtin_return_address(0)); }

inline uint32_t perm(uint32_t a, uint32_t b, uint32_t selector) {  // v_perm_b32: bytes 0 to 3 are those of b
  const uint64_t both = static_cast<uint64_t>(a) << 32 | b;
  uint32_t result = 0;
  for (int n = 0; n < 4; ++n) {
    const uint32_t choice = selector >> n * 8 & 255;
    uint32_t byte = 0;
    if (choice < 8) byte = both >> choice * 8 & 255;
    if (choice >= 8 && choice < 12) byte = both >> ((choice - 8) * 16 + 15) & 1 ? 255 : 0;
    if (choice > 12) byte = 255;
    result |= byte << n * 8;
  }
  return result;
}

// f16 with one rounding: the sum is a whole number of 2^-48, in 128 bits.
inline _Float16 fma16(_Float16 a, _Float16 b, _Float16 c) {
  const double x = a, y = b, z = c;
  if (!isfinite(x) || !isfinite(y) || !isfinite(z)) return static_cast<_Float16>(x * y + z);
  const __int128 product = static_cast<__int128>(static_cast<int64_t>(x * 0x1p24)) * static_cast<int64_t>(y * 0x1p24);
  __int128 sum = product + (static_cast<__int128>(static_cast<int64_t>(z * 0x1p24)) << 24);
  if (sum == 0) return static_cast<_Float16>(x * y + z);
  const bool is_negative = sum < 0;
  unsigned __int128 size = is_negative ? -sum : sum;
  int power = -48;
  while (size >> 53) {  // a sticky bit for what falls off
    size = (size >> 1) | (size & 1);
    ++power;
  }
  double near = ldexp(static_cast<double>(static_cast<uint64_t>(size)), power);
  // From 53 bits with a sticky one to 11: the second rounding sees which side it is on.
  return static_cast<_Float16>(is_negative ? -near : near);
}

typedef _Float16 half2_vector __attribute__((ext_vector_type(2)));
inline half2_vector fma_of(half2_vector a, half2_vector b, half2_vector c) {
  return half2_vector{fma16(a.x, b.x, c.x), fma16(a.y, b.y, c.y)};
}
inline _Float16 fma_of(_Float16 a, _Float16 b, _Float16 c) { return fma16(a, b, c); }
inline float fma_of(float a, float b, float c) { return fmaf(a, b, c); }
inline double fma_of(double a, double b, double c) { return fma(a, b, c); }

extern "C" char __start_lds[] __attribute__((weak));
extern "C" char __stop_lds[] __attribute__((weak));
inline bool is_shared(const void* p) { return p >= __start_lds && p < __stop_lds; }

#define EMULATED_STREAMS(space)                                             \
  template <class T>                                                        \
  inline T load(__attribute__((address_space(space))) T* place) {           \
    return *place;                                                          \
  }                                                                         \
  template <class T, class V>                                               \
  inline void store(V value, __attribute__((address_space(space))) T* place) { \
    *place = value;                                                         \
  }
EMULATED_STREAMS(0)
EMULATED_STREAMS(1)
EMULATED_STREAMS(3)

}  // namespace emulated

#define __builtin_amdgcn_fence(...) ((void)0)
#define __builtin_amdgcn_wave_barrier() emulated::wave_barrier()
#define __builtin_amdgcn_s_sleep(x) ((void)(x))
#define __builtin_amdgcn_wavefrontsize() emulated::width_of_wave
#define __builtin_amdgcn_ds_bpermute(place, data) emulated::bpermute(place, data)
#define __builtin_amdgcn_mov_dpp(data, control, rows, banks, bounds) emulated::dpp(0, data, control, rows, banks, bounds)
#define __builtin_amdgcn_update_dpp(old, data, control, rows, banks, bounds) \
  emulated::dpp(old, data, control, rows, banks, bounds)
#define __builtin_amdgcn_perm(a, b, selector) emulated::perm(a, b, selector)
#define __builtin_amdgcn_is_shared(p) emulated::is_shared((const void*)(p))
#define __builtin_amdgcn_is_private(p) false
#define __builtin_nontemporal_load(...) emulated::load(__VA_ARGS__)
#define __builtin_nontemporal_store(...) emulated::store(__VA_ARGS__)
#define __builtin_fmaf16(a, b, c) emulated::fma16(a, b, c)
#define __builtin_elementwise_fma(a, b, c) emulated::fma_of(a, b, c)

inline unsigned __builtin_amdgcn_mbcnt_lo(unsigned mask, unsigned base) {
  const unsigned lane = emulated::lane();
  return base + __builtin_popcount(mask & (lane < 32 ? (1u << lane) - 1 : ~0u));
}
inline unsigned __builtin_amdgcn_mbcnt_hi(unsigned mask, unsigned base) {
  const unsigned lane = emulated::lane();
  return base + (lane < 32 ? 0 : __builtin_popcount(mask & ((1u << (lane - 32)) - 1)));
}

#define __ballot(predicate) emulated::ballot(predicate)
#define __syncthreads() emulated::barrier()
inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x ? __builtin_clz(x) : 32; }
inline int __clzll(long long x) { return x ? __builtin_clzll(x) : 64; }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
inline unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
inline unsigned __float_as_uint(float x) {
  unsigned bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
inline float rsqrtf(float x) { return static_cast<float>(1 / sqrt(static_cast<double>(x))); }
inline double rsqrt(double x) { return 1 / sqrt(x); }

inline int amd_mixed_dot(char4 a, char4 b, int c, bool saturate) {  // v_dot4_i32_i8
  const int64_t sum = static_cast<int64_t>(c) + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  if (saturate && sum > INT32_MAX) return INT32_MAX;
  if (saturate && sum < INT32_MIN) return INT32_MIN;
  return static_cast<int>(static_cast<uint32_t>(sum));
}

inline unsigned atomicAdd(unsigned* place, unsigned value) {
  const unsigned before = *place;
  *place = before + value;
  return before;
}
inline unsigned atomicExch(unsigned* place, unsigned value) {
  const unsigned before = *place;
  *place = value;
  return before;
}
// global_atomic_inc and ds_inc_u32 begin anew behind a limit, global_atomic_dec and ds_dec_u32 from it.
template <class Place>
unsigned __builtin_amdgcn_atomic_inc32(Place place, unsigned limit, int, const char*) {
  const unsigned before = *place;
  *place = before >= limit ? 0 : before + 1;
  return before;
}
template <class Place>
unsigned __builtin_amdgcn_atomic_dec32(Place place, unsigned limit, int, const char*) {
  const unsigned before = *place;
  *place = before == 0 || before > limit ? limit : before - 1;
  return before;
}

// What the whole header names, and no kernel here calls.
inline void* __builtin_amdgcn_dispatch_ptr() { return nullptr; }
inline long long clock64() { return 0; }
inline long long wall_clock64() { return 0; }
inline unsigned __smid() { return 0; }
