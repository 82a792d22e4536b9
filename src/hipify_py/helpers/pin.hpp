// hipify_pin.hpp: records what the calls of a CUDA or HIP program read and write on a GPU, for `hipify-py pin compare`.
//
// Written by `hipify-py pin` beside sources that it instrumented. docs/pin.md of hipify-py says what is recorded, how
// the environment variable HIPIFY_PIN chooses it, and how two files are compared. For Linux and other POSIX systems.
//
// What sources call:
//
//   hipify_pin_begin(HIPIFY_PIN_SITE(kind, file, line, name, nth), count)
//                            a call begins; so many values are awaited
//   hipify_pin_arg<N>(x)     the argument N of a kernel or of a function of a library, awaited
//   ..._pack<N>(x...)          those of a parameter pack, the first of which is argument N: awaited as ..._passed(x)...
//   ..._to(p) ..._from(p) ..._bytes(n) ..._out(pp) ..._gone(p)
//                            those of copies, memsets, allocations and their end, awaited
//   ..._stream(s)              awaited in functions, where arguments are evaluated in any order; not in launches, whose
//                            configuration comes before their arguments
//   (of kind "graph", nothing is awaited: launches of graphs, and the functions that begin and end a capture)
//   ..._grid(g) ..._block(b) ..._shared(n)   the configuration of a launch, not awaited
//   hipify_pin_end()         a launch was made
//   ..._returned(status)       a function returned
//
// Each returns what it was given. When all that was awaited is there, digests of what the call may read are enqueued
// before it; when it was made, digests of what it may have written. Nothing here throws, ends the program or changes
// its results, its last error or the order of its work.
//
// MIT License. Copyright (c) 2026 the hipify-py authors. The text of the licence is that of hipify-py; this file may be
// used, changed and passed on under it as part of any program.

#if !defined(HIPIFY_PIN_HPP) && !defined(__CUDACC_RTC__) && !defined(__HIPCC_RTC__)
#define HIPIFY_PIN_HPP

// Programs may be built with all warnings as errors, and with more of them than anybody knows.
#if defined(__GNUC__) && !defined(HIPIFY_PIN_WITH_WARNINGS)
#pragma GCC system_header
#endif

// The tree that a source belongs to, and the platform that it is compiled for: HIP may be compiled for NVIDIA's.
#if defined(HIPIFY_PIN_HIP) || defined(__HIP__) || defined(__HIPCC__) || defined(__HIP_PLATFORM_AMD__) || \
    defined(__HIP_PLATFORM_NVIDIA__) || defined(HIP_INCLUDE_HIP_HIP_RUNTIME_API_H)
#define HIPIFY_PIN_DIALECT 1
#else
#define HIPIFY_PIN_DIALECT 0
#endif
#if HIPIFY_PIN_DIALECT && !defined(__HIP_PLATFORM_NVIDIA__) && !(defined(__CUDACC__) && !defined(__clang__))
#define HIPIFY_PIN_ON_AMD 1
#else
#define HIPIFY_PIN_ON_AMD 0
#endif
#if defined(__CUDACC__) || (HIPIFY_PIN_ON_AMD && defined(__HIP__) && defined(__clang__))
#define HIPIFY_PIN_HAS_DEVICE 1
#else
#define HIPIFY_PIN_HAS_DEVICE 0
#endif

#if HIPIFY_PIN_ON_AMD
#if HIPIFY_PIN_HAS_DEVICE
#include <hip/hip_runtime.h>
#else
#include <hip/hip_runtime_api.h>
#endif
#define HIPIFY_PIN_API(name) hip##name
#define HIPIFY_PIN_DEFAULT_STREAM_OF_THREAD hipStreamPerThread
#else
#include <cuda_runtime_api.h>
#define HIPIFY_PIN_API(name) cuda##name
#define HIPIFY_PIN_DEFAULT_STREAM_OF_THREAD cudaStreamPerThread
#endif
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#if HIPIFY_PIN_HAS_DEVICE
#define HIPIFY_PIN_FN __host__ __device__ inline
#else
#define HIPIFY_PIN_FN inline
#endif
// Which stream the default one is in this unit.
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) || defined(HIP_API_PER_THREAD_DEFAULT_STREAM)
#define HIPIFY_PIN_PER_THREAD true
#else
#define HIPIFY_PIN_PER_THREAD false
#endif

// One of these for the whole program, also where its libraries hide what they define.
namespace hipify_pin __attribute__((visibility("default"))) {
namespace detail {

// ---------------------------------------------------------------------------------------------------------------------
// The types of elements. The numbers are those of the file.

enum Type {
  NO_TYPE, F32, F64, F16, BF16, I8, U8, I16, U16, I32, U32, I64, U64, BOOL, BYTES, POINTERS, ENUMERATION
};

HIPIFY_PIN_FN unsigned size_of(unsigned type) {
  switch (type) {
    case F64: case I64: case U64: case POINTERS: return 8;
    case F32: case I32: case U32: return 4;
    case F16: case BF16: case I16: case U16: return 2;
    default: return 1;
  }
}

inline Type integer_type(size_t size, bool is_signed) {
  switch (size) {
    case 1: return is_signed ? I8 : U8;
    case 2: return is_signed ? I16 : U16;
    case 4: return is_signed ? I32 : U32;
    case 8: return is_signed ? I64 : U64;
    default: return BYTES;
  }
}

// What the compiler calls T. Types of headers that may not be included here are known by their names alone.
template <class T>
const char* spelled() {
  return __PRETTY_FUNCTION__;
}

inline Type type_named(const char* spelled) {
  static const struct { const char* name; Type type; } known[] = {
      {"__half", F16}, {"half", F16}, {"__half2", F16}, {"half2", F16}, {"_Float16", F16}, {"__fp16", F16},
      {"c10::Half", F16}, {"__nv_bfloat16", BF16}, {"__nv_bfloat162", BF16}, {"__hip_bfloat16", BF16},
      {"__hip_bfloat162", BF16}, {"hip_bfloat16", BF16}, {"c10::BFloat16", BF16}, {"__bf16", BF16}, {"float", F32},
      {"double", F64}, {"char", I8}, {"uchar", U8}, {"unsigned char", U8}, {"short", I16}, {"ushort", U16},
      {"unsigned short", U16}, {"int", I32}, {"uint", U32}, {"unsigned int", U32}, {"long", I64}, {"ulong", U64},
      {"longlong", I64}, {"ulonglong", U64}};
  const char* start = strstr(spelled, "T = ");
  if (start) start += 4;
  if (!start && (start = strstr(spelled, "T=")) != 0) start += 2;
  if (!start) return BYTES;
  std::string name(start, strcspn(start, ";]"));
  static const char* const of_several[] = {"HIP_vector_type<", "std::complex<", "thrust::complex<", "complex<"};
  for (const char* prefix : of_several) {
    const size_t at = name.find(prefix);
    if (at == std::string::npos) continue;
    const size_t first = at + strlen(prefix);
    name = name.substr(first, name.find_first_of(",>", first) - first);
    break;
  }
  for (const auto& each : known)
    if (name == each.name) return each.type;
  // The vector types of CUDA: float4, uchar2.
  if (!name.empty() && name.back() >= '1' && name.back() <= '4') name.erase(name.size() - 1);
  for (const auto& each : known)
    if (name == each.name && each.type != F16 && each.type != BF16) return each.type;
  return BYTES;
}

template <class T, bool IsInteger = std::is_integral<T>::value || std::is_enum<T>::value>
struct TypeOf {
  static Type get() {
    static const Type found = type_named(spelled<T>());
    return found;
  }
};
template <class T>
struct TypeOf<T, true> {
  static Type get() { return integer_type(sizeof(T), static_cast<T>(-1) < static_cast<T>(0)); }
};
template <> struct TypeOf<bool, true> { static Type get() { return BOOL; } };
template <> struct TypeOf<float, false> { static Type get() { return F32; } };
template <> struct TypeOf<double, false> { static Type get() { return F64; } };
template <> struct TypeOf<void, false> { static Type get() { return BYTES; } };
template <class T> struct TypeOf<T*, false> { static Type get() { return POINTERS; } };

// ---------------------------------------------------------------------------------------------------------------------
// Digests: of the bits of all elements a hash, which depends on their positions but not on the order in which they are
// added; of what they say, the least and the greatest, how many are no numbers or infinite, and for each of sixteen
// chunks sums of the finite ones: of all, of their absolute values, and with a sign that depends on the position alone,
// which tells elements from the same ones at other places. A digest is made of at most 64 parts of each chunk,
// a part by one block of 256 threads, and all are added up in an order that depends on nothing but the count, so that
// GPUs with warps of any size, and the host, find the same bits.

enum { CHUNKS = 16, PARTS = 64, THREADS = 256, UNIT = 16, PER_PART = 4096 };

struct Partial {
  uint64_t hash, nan, inf;
  double min, max, sum, absolute, scattered;
};

// What the host reads of a digest. `done` is written last.
struct Result {
  uint64_t hash, nan, inf;
  double min, max;
  double sum[CHUNKS], absolute[CHUNKS], scattered[CHUNKS];
  uint32_t done;
};

struct alignas(16) Words {
  uint64_t low, high;
};

template <class To, class From>
HIPIFY_PIN_FN To bits(From from) {
  To to;
  memcpy(&to, &from, sizeof(To));
  return to;
}

HIPIFY_PIN_FN double infinity() { return bits<double>(static_cast<uint64_t>(0x7ff0000000000000u)); }

// What a word adds to a hash, at the position that is so many times this far.
const uint64_t FURTHER = 0x9e3779b97f4a7c15u;

HIPIFY_PIN_FN uint64_t mixed(uint64_t word, uint64_t distance) {
  uint64_t x = word + distance;
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
  return x ^ (x >> 29);
}

HIPIFY_PIN_FN uint64_t hash_of(const Words& words, uint64_t group) {
  const uint64_t distance = 2 * group * FURTHER;
  return mixed(words.low, distance) + mixed(words.high, distance + FURTHER);
}

// The signs of the elements in a group of sixteen bytes.
HIPIFY_PIN_FN uint32_t signs_at(uint64_t group) {
  uint32_t x = static_cast<uint32_t>(group) * 0x9e3779b9u ^ static_cast<uint32_t>(group >> 32);
  x = (x ^ (x >> 15)) * 0x2c1b3c6du;
  return x >> 16;
}

HIPIFY_PIN_FN Partial nothing() {
  Partial none = {0, 0, 0, infinity(), -infinity(), 0, 0, 0};
  return none;
}

HIPIFY_PIN_FN Partial together(const Partial& a, const Partial& b) {
  Partial both = {a.hash + b.hash,
                  a.nan + b.nan,
                  a.inf + b.inf,
                  a.min < b.min ? a.min : b.min,
                  a.max > b.max ? a.max : b.max,
                  a.sum + b.sum,
                  a.absolute + b.absolute,
                  a.scattered + b.scattered};
  return both;
}

HIPIFY_PIN_FN float magnitude(float x) { return fabsf(x); }
HIPIFY_PIN_FN double magnitude(double x) { return fabs(x); }
HIPIFY_PIN_FN int magnitude(int x) { return x < 0 ? -x : x; }
HIPIFY_PIN_FN long long magnitude(long long x) { return x < 0 ? -x : x; }
HIPIFY_PIN_FN float negated_if(uint32_t is_so, float x) { return bits<float>(bits<uint32_t>(x) ^ is_so << 31); }
HIPIFY_PIN_FN double negated_if(uint32_t is_so, double x) {
  return bits<double>(bits<uint64_t>(x) ^ static_cast<uint64_t>(is_so) << 63);
}
HIPIFY_PIN_FN int negated_if(uint32_t is_so, int x) { return is_so ? -x : x; }
HIPIFY_PIN_FN long long negated_if(uint32_t is_so, long long x) { return is_so ? -x : x; }

template <class N>
HIPIFY_PIN_FN N lesser(N a, N b) {
  return a < b ? a : b;
}
template <class N>
HIPIFY_PIN_FN N greater(N a, N b) {
  return a > b ? a : b;
}
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
// One instruction: what is no number does not come here.
template <>
HIPIFY_PIN_FN float lesser(float a, float b) {
  return fminf(a, b);
}
template <>
HIPIFY_PIN_FN float greater(float a, float b) {
  return fmaxf(a, b);
}
#endif

// Elements as they lie in memory (Raw), as they are compared (Number), as those of sixteen bytes are added up (Near),
// and all of them (Sum).
template <class R, class N, class T, class S>
struct Integer {
  typedef R Raw;
  typedef N Number;
  typedef T Near;
  typedef S Sum;
  enum { IS_FLOAT = 0, IS_SIGNED = static_cast<N>(-1) < static_cast<N>(0) };
  HIPIFY_PIN_FN static bool is_finite(R) { return true; }
  HIPIFY_PIN_FN static bool is_nan(R) { return false; }
  HIPIFY_PIN_FN static N value(R raw) { return static_cast<N>(raw); }
  HIPIFY_PIN_FN static N most() {
    return static_cast<N>(static_cast<uint64_t>(-1) >> (64 - 8 * sizeof(N) + IS_SIGNED));
  }
  HIPIFY_PIN_FN static N least() { return IS_SIGNED ? static_cast<N>(-most() - 1) : N(0); }
};
template <class R, class N, class T, R Exponent>
struct Float {
  typedef R Raw;
  typedef N Number;
  typedef T Near;
  typedef double Sum;
  enum { IS_FLOAT = 1 };
  static const R MAGNITUDE = static_cast<R>(static_cast<R>(~static_cast<R>(0)) >> 1);
  HIPIFY_PIN_FN static bool is_finite(R raw) { return (raw & Exponent) != Exponent; }
  HIPIFY_PIN_FN static bool is_nan(R raw) { return (raw & MAGNITUDE) > Exponent; }
  HIPIFY_PIN_FN static N most() { return static_cast<N>(infinity()); }
  HIPIFY_PIN_FN static N least() { return static_cast<N>(-infinity()); }
};
struct Single : Float<uint32_t, float, double, 0x7f800000u> {
  HIPIFY_PIN_FN static float value(uint32_t raw) { return bits<float>(raw); }
};
struct Double : Float<uint64_t, double, double, 0x7ff0000000000000u> {
  HIPIFY_PIN_FN static double value(uint64_t raw) { return bits<double>(raw); }
};
struct Half : Float<uint16_t, float, float, 0x7c00u> {
  HIPIFY_PIN_FN static float value(uint16_t raw) {
    // The exponent of a float is greater by 112, also for what is subnormal as a half.
    const float scaled = bits<float>(static_cast<uint32_t>(raw & 0x7fffu) << 13) * 5.192296858534828e33f;
    return raw & 0x8000u ? -scaled : scaled;
  }
};
struct Brain : Float<uint16_t, float, float, 0x7f80u> {
  HIPIFY_PIN_FN static float value(uint16_t raw) { return bits<float>(static_cast<uint32_t>(raw) << 16); }
};
typedef Integer<int8_t, int, int, long long> Int8;
typedef Integer<uint8_t, int, int, long long> Uint8;
typedef Integer<int16_t, int, int, long long> Int16;
typedef Integer<uint16_t, int, int, long long> Uint16;
typedef Integer<int32_t, int, long long, long long> Int32;
typedef Integer<uint32_t, long long, long long, long long> Uint32;
typedef Integer<int64_t, long long, double, double> Int64;
typedef Integer<uint64_t, unsigned long long, double, double> Uint64;
// Of which the bits alone are looked at.
struct Opaque {
  typedef uint8_t Raw;
};

template <class E>
struct Tally {
  typename E::Number min, max;
  typename E::Sum sum, absolute, scattered;
  unsigned nan, inf;

  HIPIFY_PIN_FN Tally() : min(E::most()), max(E::least()), sum(0), absolute(0), scattered(0), nan(0), inf(0) {}
  // Of sixteen bytes, whose hash it returns.
  HIPIFY_PIN_FN uint64_t add_group(const Words& words, uint64_t group) {
    add_all(words, signs_at(group));
    return hash_of(words, group);
  }
  HIPIFY_PIN_FN void add_all(const Words& words, uint32_t signs) {
    enum { COUNT = 16 / sizeof(typename E::Raw) };
    typename E::Raw raw[COUNT];
    memcpy(raw, &words, 16);
    bool are_finite = true;
#if HIPIFY_PIN_HAS_DEVICE
#pragma unroll
#endif
    for (int i = 0; i < COUNT; ++i) are_finite = are_finite && E::is_finite(raw[i]);
    if (!are_finite) {
      add_some(words, signs, COUNT);
      return;
    }
    typename E::Near near_sum = 0, near_absolute = 0, near_scattered = 0;
#if HIPIFY_PIN_HAS_DEVICE
#pragma unroll
#endif
    for (int i = 0; i < COUNT; ++i) {
      const typename E::Number number = E::value(raw[i]);
      const typename E::Near near = static_cast<typename E::Near>(number);
      min = lesser(number, min);
      max = greater(number, max);
      near_sum += near;
      near_absolute += magnitude(near);
      near_scattered += negated_if(signs >> i & 1, near);
    }
    sum += static_cast<typename E::Sum>(near_sum);
    absolute += static_cast<typename E::Sum>(near_absolute);
    scattered += static_cast<typename E::Sum>(near_scattered);
  }
  HIPIFY_PIN_FN void add_some(const Words& words, uint32_t signs, unsigned count) {
    typename E::Raw raw[16 / sizeof(typename E::Raw)];
    memcpy(raw, &words, 16);
    for (unsigned i = 0; i < count; ++i) {
      if (E::IS_FLOAT && !E::is_finite(raw[i])) {
        nan += E::is_nan(raw[i]);
        inf += !E::is_nan(raw[i]);
        continue;
      }
      const typename E::Number number = E::value(raw[i]);
      const typename E::Near near = static_cast<typename E::Near>(number);
      min = lesser(number, min);
      max = greater(number, max);
      sum += static_cast<typename E::Sum>(near);
      absolute += static_cast<typename E::Sum>(magnitude(near));
      scattered += static_cast<typename E::Sum>(negated_if(signs >> i & 1, near));
    }
  }
  HIPIFY_PIN_FN Partial partial(uint64_t hash) const {
    Partial all = nothing();
    all.hash = hash;
    all.nan = nan;
    all.inf = inf;
    if (min <= max) {
      all.min = static_cast<double>(min);
      all.max = static_cast<double>(max);
    }
    all.sum = static_cast<double>(sum);
    all.absolute = static_cast<double>(absolute);
    all.scattered = static_cast<double>(scattered);
    return all;
  }
};
template <>
struct Tally<Opaque> {
  HIPIFY_PIN_FN uint64_t add_group(const Words& words, uint64_t group) { return hash_of(words, group); }
  HIPIFY_PIN_FN void add_some(const Words&, uint32_t, unsigned) {}
  HIPIFY_PIN_FN Partial partial(uint64_t hash) const {
    Partial all = nothing();
    all.hash = hash;
    return all;
  }
};

// Sixteen bytes, from an address that is a multiple of as many or of any.
template <bool IsAligned>
HIPIFY_PIN_FN Words words_at(const unsigned char* at) {
  if (IsAligned) return *reinterpret_cast<const Words*>(at);
  Words words;
  if (reinterpret_cast<uint64_t>(at) % 4 == 0) {
    uint32_t steps[4];
    for (int i = 0; i < 4; ++i) steps[i] = reinterpret_cast<const uint32_t*>(at)[i];
    memcpy(&words, steps, 16);
  } else {
    unsigned char steps[16];
    for (int i = 0; i < 16; ++i) steps[i] = at[i];
    memcpy(&words, steps, 16);
  }
  return words;
}

// What one thread adds up of a range of elements; `data` is where the first of these lies.
template <class E, bool IsAligned>
HIPIFY_PIN_FN Partial of_thread(const unsigned char* data, uint64_t first, uint64_t last, unsigned thread) {
  const unsigned per = 16 / sizeof(typename E::Raw);
  const uint32_t groups = static_cast<uint32_t>((last - first) / per);  // a part has no more
  const uint64_t base = first / per;
  enum { AT_ONCE = IsAligned ? 4 : 1 };
  Tally<E> tally;
  uint64_t hash = 0;
#if HIPIFY_PIN_HAS_DEVICE
#pragma unroll AT_ONCE
#endif
  for (uint32_t group = thread; group < groups; group += THREADS)
    hash += tally.add_group(words_at<IsAligned>(data + 16 * static_cast<uint64_t>(group)), base + group);
  const unsigned rest = static_cast<unsigned>((last - first) % per);
  if (rest && thread == groups % THREADS) {
    unsigned char some[16] = {};
    const unsigned char* at = data + 16 * static_cast<uint64_t>(groups);
    for (unsigned i = 0; i < rest * sizeof(typename E::Raw); ++i) some[i] = at[i];
    Words words;
    memcpy(&words, some, 16);
    hash += hash_of(words, base + groups);
    tally.add_some(words, signs_at(base + groups), rest);
  }
  return tally.partial(hash);
}

template <class E>
HIPIFY_PIN_FN Partial aligned(const unsigned char* data, uint64_t first, uint64_t last, unsigned thread) {
  return reinterpret_cast<uint64_t>(data) % 16 == 0 ? of_thread<E, true>(data, first, last, thread)
                                                    : of_thread<E, false>(data, first, last, thread);
}

HIPIFY_PIN_FN Partial of_type(unsigned type, const unsigned char* data, uint64_t first, uint64_t last,
                              unsigned thread) {
  switch (type) {
    case F32: return aligned<Single>(data, first, last, thread);
    case F64: return aligned<Double>(data, first, last, thread);
    case F16: return aligned<Half>(data, first, last, thread);
    case BF16: return aligned<Brain>(data, first, last, thread);
    case I8: return aligned<Int8>(data, first, last, thread);
    case U8: case BOOL: return aligned<Uint8>(data, first, last, thread);
    case I16: return aligned<Int16>(data, first, last, thread);
    case U16: return aligned<Uint16>(data, first, last, thread);
    case I32: return aligned<Int32>(data, first, last, thread);
    case U32: return aligned<Uint32>(data, first, last, thread);
    case I64: return aligned<Int64>(data, first, last, thread);
    case U64: return aligned<Uint64>(data, first, last, thread);
    default: return aligned<Opaque>(data, first, last, thread);
  }
}

// Where a chunk begins, in whole units, so that all groups of sixteen bytes lie in one chunk.
HIPIFY_PIN_FN uint64_t chunk_start(uint64_t count, unsigned chunk) {
  return chunk == CHUNKS ? count : count / UNIT * chunk / CHUNKS * UNIT;
}

HIPIFY_PIN_FN unsigned parts_for(uint64_t count) {
  const uint64_t parts = count / CHUNKS / PER_PART + 1;
  return parts < PARTS ? static_cast<unsigned>(parts) : static_cast<unsigned>(PARTS);
}

HIPIFY_PIN_FN void range_of(uint64_t count, unsigned parts, unsigned block, uint64_t* first, uint64_t* last) {
  const uint64_t start = chunk_start(count, block / parts), stop = chunk_start(count, block / parts + 1);
  const uint64_t step = ((stop - start + parts - 1) / parts + UNIT - 1) / UNIT * UNIT;
  const uint64_t from = start + step * (block % parts);
  *first = from < stop ? from : stop;
  *last = from + step < stop ? from + step : stop;
}

HIPIFY_PIN_FN void put(Result* result, const Partial* of_chunks, uint64_t bytes) {
  Partial all = nothing();
  for (unsigned chunk = 0; chunk < CHUNKS; ++chunk) {
    all = together(all, of_chunks[chunk]);
    result->sum[chunk] = of_chunks[chunk].sum;
    result->absolute[chunk] = of_chunks[chunk].absolute;
    result->scattered[chunk] = of_chunks[chunk].scattered;
  }
  result->hash = mixed(all.hash, bytes);
  result->nan = all.nan;
  result->inf = all.inf;
  result->min = all.min;
  result->max = all.max;
}

struct Work {
  const unsigned char* data;
  uint64_t count;
  unsigned type, parts;
  Partial* partials;  // CHUNKS * PARTS
  unsigned* counter;  // 0 before and after
  Result* result;
};
struct Gather {
  const unsigned char* data;
  uint64_t count, chosen;
  unsigned size;
  unsigned char* into;
};

#if HIPIFY_PIN_HAS_DEVICE
// As many blocks as fit at a time should do all of them in two rounds.
#if HIPIFY_PIN_ON_AMD
#define HIPIFY_PIN_BOUNDS __launch_bounds__(THREADS)
#else
#define HIPIFY_PIN_BOUNDS __launch_bounds__(THREADS, 4)
#endif
static __global__ void HIPIFY_PIN_BOUNDS digest_kernel(Work work) {
  __shared__ Partial shared[THREADS];
  __shared__ bool is_last;
  const unsigned thread = threadIdx.x;
  uint64_t first, last;
  range_of(work.count, work.parts, blockIdx.x, &first, &last);
  shared[thread] = of_type(work.type, work.data + first * size_of(work.type), first, last, thread);
  __syncthreads();
  for (unsigned half = THREADS / 2; half; half /= 2) {
    if (thread < half) shared[thread] = together(shared[thread], shared[thread + half]);
    __syncthreads();
  }
  if (thread == 0) {
    work.partials[blockIdx.x] = shared[0];
    __threadfence();
    is_last = atomicInc(work.counter, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  const unsigned lanes = THREADS / CHUNKS, chunk = thread / lanes, lane = thread % lanes;
  Partial own = nothing();
  for (unsigned part = lane; part < work.parts; part += lanes) {
    const volatile Partial& of_block = work.partials[chunk * work.parts + part];
    Partial read;
    read.hash = of_block.hash;
    read.nan = of_block.nan;
    read.inf = of_block.inf;
    read.min = of_block.min;
    read.max = of_block.max;
    read.sum = of_block.sum;
    read.absolute = of_block.absolute;
    read.scattered = of_block.scattered;
    own = together(own, read);
  }
  shared[thread] = own;
  __syncthreads();
  for (unsigned half = lanes / 2; half; half /= 2) {
    if (lane < half) shared[thread] = together(shared[thread], shared[thread + half]);
    __syncthreads();
  }
  if (thread == 0) {
    for (unsigned each = 1; each < CHUNKS; ++each) shared[each] = shared[each * lanes];
    put(work.result, shared, work.count * size_of(work.type));
    __threadfence_system();
    *static_cast<volatile uint32_t*>(&work.result->done) = 1;
  }
}

// Elements at even distances: the one with number i is that at i * count / chosen.
static __global__ void gather_kernel(Gather work) {
  const uint64_t step = static_cast<uint64_t>(gridDim.x) * blockDim.x;
  for (uint64_t i = blockIdx.x * static_cast<uint64_t>(blockDim.x) + threadIdx.x; i < work.chosen; i += step) {
    const unsigned char* from = work.data + i * work.count / work.chosen * work.size;
    for (unsigned byte = 0; byte < work.size; ++byte) work.into[i * work.size + byte] = from[byte];
  }
}
#endif

// A digest in one thread of the host, of elements that `read` brings range by range.
template <class Read>
bool digest_on_host(unsigned type, uint64_t count, Result* result, Read read) {
  const unsigned parts = parts_for(count), lanes = THREADS / CHUNKS, size = size_of(type);
  std::vector<Partial> own(THREADS), of_parts(parts);
  Partial of_chunks[CHUNKS];
  std::vector<unsigned char> data;
  for (unsigned chunk = 0; chunk < CHUNKS; ++chunk) {
    for (unsigned part = 0; part < parts; ++part) {
      uint64_t first, last;
      range_of(count, parts, chunk * parts + part, &first, &last);
      data.resize((last - first) * size);
      if (!data.empty() && !read(first * size, data.size(), data.data())) return false;
      for (unsigned t = 0; t < THREADS; ++t) own[t] = of_type(type, data.data(), first, last, t);
      for (unsigned half = THREADS / 2; half; half /= 2)
        for (unsigned t = 0; t < half; ++t) own[t] = together(own[t], own[t + half]);
      of_parts[part] = own[0];
    }
    std::vector<Partial> of_lanes(lanes, nothing());
    for (unsigned part = 0; part < parts; ++part)
      of_lanes[part % lanes] = together(of_lanes[part % lanes], of_parts[part]);
    for (unsigned half = lanes / 2; half; half /= 2)
      for (unsigned t = 0; t < half; ++t) of_lanes[t] = together(of_lanes[t], of_lanes[t + half]);
    of_chunks[chunk] = of_lanes[0];
  }
  put(result, of_chunks, count * size);
  result->done = 1;
  return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// What HIPIFY_PIN says.

typedef HIPIFY_PIN_API(Error_t) Error;
typedef HIPIFY_PIN_API(Stream_t) Stream;
#if HIPIFY_PIN_ON_AMD
typedef hipPointerAttribute_t Attributes;
typedef hipDeviceProp_t Properties;
#else
typedef cudaPointerAttributes Attributes;
typedef cudaDeviceProp Properties;
#endif
const Error OK = HIPIFY_PIN_API(Success);

inline void say(const std::string& message) { fprintf(stderr, "hipify_pin: %s\n", message.c_str()); }

// `*` stands for any text, `?` for any character.
inline bool matches(const char* pattern, const char* text) {
  const char *star = 0, *from = 0;
  while (*text) {
    if (*pattern == '*') {
      star = ++pattern;
      from = text;
    } else if (*pattern == '?' || *pattern == *text) {
      ++pattern;
      ++text;
    } else if (star) {
      pattern = star;
      text = ++from;
    } else {
      return false;
    }
  }
  while (*pattern == '*') ++pattern;
  return !*pattern;
}

enum Detail { NAMES, DIGEST, SAMPLES, VALUES };

struct Options {
  bool is_off;
  Detail detail;
  uint64_t samples, first, last, every;
  int fill;
  std::string text, file;
  std::vector<std::string> sites;

  Options() : is_off(false), detail(DIGEST), samples(0), first(0), last(UINT64_MAX), every(1), fill(0) {
    const char* given = getenv("HIPIFY_PIN");
    if (!given) return;
    text = given;
    for (const std::string& word : split(text, ','))
      if (!word.empty() && !read(word)) say("HIPIFY_PIN: '" + word + "' is not known, and ignored; see docs/pin.md");
  }

 private:
  static std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts(1);
    for (char each : text) {
      if (each == at) parts.push_back(std::string());
      else parts.back() += each;
    }
    return parts;
  }
  static bool number(const std::string& text, uint64_t* into) {
    if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos || text.size() > 18) return false;
    *into = strtoull(text.c_str(), 0, 10);
    return true;
  }
  bool read(const std::string& word) {
    if (word == "off") return is_off = true;
    const size_t equals = word.find('=');
    if (equals == std::string::npos) return false;
    const std::string key = word.substr(0, equals), value = word.substr(equals + 1);
    if (value.empty()) return false;
    if (key == "file") file = value;
    else if (key == "sites") sites = split(value, '|');
    else if (key == "detail") return read_detail(value);
    else if (key == "visits") return read_visits(value);
    else if (key == "every") return number(value, &every) && every ? true : (every = 1, false);
    else if (key == "fill") return read_fill(value);
    else return false;
    return true;
  }
  bool read_detail(const std::string& value) {
    if (value == "names") detail = NAMES;
    else if (value == "digest") detail = DIGEST;
    else if (value == "values") detail = VALUES;
    else if (value.compare(0, 8, "samples:") == 0 && number(value.substr(8), &samples) && samples) detail = SAMPLES;
    else return false;
    return true;
  }
  bool read_visits(const std::string& value) {
    const size_t dash = value.find('-');
    uint64_t from, to;
    if (!number(value.substr(0, dash), &from)) return false;
    to = from;
    if (dash != std::string::npos) {
      to = UINT64_MAX;
      if (dash + 1 < value.size() && !number(value.substr(dash + 1), &to)) return false;
    }
    first = from;
    last = to;
    return true;
  }
  bool read_fill(const std::string& value) {
    if (value == "none") return fill = -1, true;
    char* end = 0;
    const long byte = strtol(value.c_str(), &end, 16);
    if (*end || value.size() > 2 || byte < 0) return false;
    fill = static_cast<int>(byte);
    return true;
  }
};

inline const Options& options() {
  static const Options* const read = new Options;
  return *read;
}

// ---------------------------------------------------------------------------------------------------------------------
// Places in the sources, and calls. The numbers of kinds, flags, notes and states are those of the file.

enum Kind { LAUNCH, COPY, SET, ALLOCATE, LIBRARY, GRAPH, FREE, OTHER };
enum Flag { CAPTURED = 1, INCOMPLETE = 2, UNFINISHED = 4, ERROR_PENDING = 8, RETURNED = 16 };
enum Note { AS_IS, NO_ADDRESS, ELSEWHERE, NO_RANGE };
enum State { ABSENT, TAKEN, LOST };
// What stands for a role in the place of an argument's number.
enum Role { TO = 0xff00, FROM, OUT, GONE, SIZE };
const uint32_t WHOLE = 0xffffffffu;

// A call in the sources, by all of its instances: a header is compiled several times, a template for several types.
struct Place {
  uint32_t id;
  Kind kind;
  std::string file, name;
  int line, nth;
  bool is_chosen;
  std::atomic<uint64_t> visits;
};

struct Scalar {
  uint16_t place;
  uint8_t type;
  uint64_t bits;
};

// A number of the host behind a pointer through which a function may also write: that which it leaves as it is, it was
// given.
struct Watched {
  Scalar scalar;
  const void* address;
  unsigned char bytes[8];
  unsigned size;
};

struct Digest {
  State state;
  Result result;
  Digest() : state(ABSENT) {}
};

struct Buffer {
  uint16_t place;
  uint32_t offset;  // within a structure
  Type type;
  Note note;
  bool is_read, is_written, is_resolved;
  uint64_t address, bytes;
  Digest before, after;
};

struct Call {
  uint64_t number, visit;
  Place* place;
  uint32_t thread;
  int device, flags;
  uint32_t grid[3], block[3];
  uint64_t shared;
  int64_t status;
  std::vector<Scalar> scalars;
  std::deque<Buffer> buffers;
  unsigned pending;
  bool is_ended, is_written;
  std::vector<Watched> watched;
};

// A call that is being made. Others may begin before its arguments are all evaluated.
struct Frame {
  Call* call;
  int awaited;
  bool has_begun, has_stream, has_bytes, has_handle, is_per_thread;
  Stream stream;
  uint64_t bytes, handle;
  void** out;
  Type out_type;
};

struct Frames {
  enum { MOST = 64 };
  Frame frames[MOST];
  int depth;
};

inline Frames& frames() {
  static thread_local Frames own;  // of zeros, and never destroyed
  return own;
}

inline Frame* top() {
  Frames& own = frames();
  return own.depth > 0 && own.depth <= Frames::MOST ? &own.frames[own.depth - 1] : 0;
}

inline uint32_t thread_number() {
  static std::atomic<uint32_t> next(0);
  static thread_local uint32_t own = 0;
  if (!own) own = ++next;
  return own - 1;
}

// ---------------------------------------------------------------------------------------------------------------------
// The machine.

// A copy of memory of the host, which need not be readable.
inline bool peek(const void* from, void* into, size_t bytes) {
  iovec local = {into, bytes}, remote = {const_cast<void*>(from), bytes};
  return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == static_cast<ssize_t>(bytes);
}

// While it lives, what we ask of the runtime is allowed beside streams that capture, and leaves no error behind. Where
// the program has an error to be asked for, nothing is asked that could replace it.
class Quiet {
 public:
  Quiet() : is_usable_(HIPIFY_PIN_API(PeekAtLastError)() == OK), mode_(HIPIFY_PIN_API(StreamCaptureModeRelaxed)) {
    if (is_usable_) (void)HIPIFY_PIN_API(ThreadExchangeStreamCaptureMode)(&mode_);
  }
  ~Quiet() {
    if (!is_usable_) return;
    (void)HIPIFY_PIN_API(ThreadExchangeStreamCaptureMode)(&mode_);
    if (HIPIFY_PIN_API(PeekAtLastError)() != OK) (void)HIPIFY_PIN_API(GetLastError)();
  }
  bool is_usable() const { return is_usable_; }

 private:
  Quiet(const Quiet&);
  const bool is_usable_;
  HIPIFY_PIN_API(StreamCaptureMode) mode_;
};

#if !HIPIFY_PIN_ON_AMD
inline void* driver_function(const char* name) {
  void* found = 0;
#if CUDART_VERSION >= 12050
  cudaDriverEntryPointQueryResult status;
  if (cudaGetDriverEntryPointByVersion(name, &found, 11000, cudaEnableDefault, &status) != cudaSuccess) found = 0;
#elif CUDART_VERSION >= 12000
  if (cudaGetDriverEntryPoint(name, &found, cudaEnableDefault, 0) != cudaSuccess) found = 0;
#elif CUDART_VERSION >= 11030
  if (cudaGetDriverEntryPoint(name, &found, cudaEnableDefault) != cudaSuccess) found = 0;
#else
  (void)name;
#endif
  return found;
}
#endif

inline void* context() {
#if HIPIFY_PIN_ON_AMD
  return 0;
#else
  typedef int (*Function)(void**);
  static const Function get = reinterpret_cast<Function>(driver_function("cuCtxGetCurrent"));
  void* found = 0;
  return get && get(&found) == 0 ? found : 0;
#endif
}

inline bool allocation_of(uint64_t address, uint64_t* base, uint64_t* bytes) {
  size_t size = 0;
#if HIPIFY_PIN_ON_AMD
  hipDeviceptr_t start = 0;
  if (hipMemGetAddressRange(&start, &size, reinterpret_cast<hipDeviceptr_t>(address)) != hipSuccess) return false;
  *base = reinterpret_cast<uint64_t>(start);
#else
  typedef int (*Function)(unsigned long long*, size_t*, unsigned long long);
  static const Function get = reinterpret_cast<Function>(driver_function("cuMemGetAddressRange"));
  unsigned long long start = 0;
  if (!get || get(&start, &size, address) != 0) return false;
  *base = start;
#endif
  *bytes = size;
  return true;
}

enum Memory { OF_HOST, OF_DEVICE, OF_ANOTHER };

inline Memory memory_at(uint64_t address, int device) {
  Attributes found;
  memset(&found, 0, sizeof(found));
  if (HIPIFY_PIN_API(PointerGetAttributes)(&found, reinterpret_cast<const void*>(address)) != OK) {
    (void)HIPIFY_PIN_API(GetLastError)();
    return OF_HOST;
  }
  if (found.type == HIPIFY_PIN_API(MemoryTypeManaged)) return OF_DEVICE;
  if (found.type != HIPIFY_PIN_API(MemoryTypeDevice)) return OF_HOST;
  return found.device == device ? OF_DEVICE : OF_ANOTHER;
}

inline bool is_capturing(Stream stream) {
  HIPIFY_PIN_API(StreamCaptureStatus) status = HIPIFY_PIN_API(StreamCaptureStatusNone);
  const Error error = HIPIFY_PIN_API(StreamIsCapturing)(stream, &status);
  return error != OK || status != HIPIFY_PIN_API(StreamCaptureStatusNone);
}

inline Stream default_stream(bool is_per_thread) {
  if (is_per_thread) return HIPIFY_PIN_DEFAULT_STREAM_OF_THREAD;
#if HIPIFY_PIN_ON_AMD
  return 0;
#else
  return cudaStreamLegacy;
#endif
}

// Kernels of any unit with device code serve all units.
struct Kernels {
  std::atomic<const void*> digest, gather;
};

inline Kernels& kernels() {
  static Kernels known;
  return known;
}

// Where the kernels of one device put digests until they are read, without waiting for any.
struct Ring {
  enum { SLOTS = 256 };
  struct Use {
    Call* call;
    Digest* digest;
  };
  int device;
  void* of_context;
  bool is_usable, is_stuck, has_kernels;
  Result *results, *mapped;
  Partial* partials;
  unsigned* counters;
  Stream stream;
  Use uses[SLOTS];
  std::vector<unsigned> busy, idle;
};

// ---------------------------------------------------------------------------------------------------------------------
// The recorder: one for the process, and another one for each that forks from it.

class Recorder {
 public:
  static Recorder& of_process() {
    static std::atomic<Recorder*> current(new Recorder);
    Recorder* own = current.load();
    if (own->pid_ == getpid()) return *own;
    Recorder* fresh = new Recorder;
    if (current.compare_exchange_strong(own, fresh)) return *fresh;
    delete fresh;
    return *current.load();
  }

  Place* place(const char* kind, const char* file, int line, const char* name, int nth) {
    static std::mutex* const mutex = new std::mutex;
    static std::map<std::string, Place*>* const places = new std::map<std::string, Place*>;
    const std::string key = std::string(file) + '\n' + name + '\n' + std::to_string(nth);
    std::lock_guard<std::mutex> guard(*mutex);
    Place*& found = (*places)[key];
    if (!found) {
      found = new Place;
      found->id = static_cast<uint32_t>(places->size() - 1);
      found->kind = kind_of(kind);
      found->file = file;
      found->name = name;
      found->line = line;
      found->nth = nth;
      found->is_chosen = is_chosen(*found);
      found->visits = 0;
    }
    return found;
  }

  // The next call of a place, or none if it is not to be recorded.
  Call* begin(Place* place, int dialect) {
    const Options& wanted = options();
    const uint64_t visit = place->visits++;
    const bool is_chosen =
        place->is_chosen && visit >= wanted.first && visit <= wanted.last && visit % wanted.every == 0;
    // What memory there is, and whether anything captures, has to be known for other calls.
    if (!is_chosen && place->kind != ALLOCATE && place->kind != FREE && place->kind != GRAPH) return 0;
    Call* call = new Call();
    call->is_written = is_chosen;
    call->place = place;
    call->visit = visit;
    call->thread = thread_number();
    call->device = -1;
    call->flags = INCOMPLETE;
    if (!is_chosen) return call;
    std::lock_guard<std::mutex> guard(mutex_);
    if (!open(dialect)) {
      delete call;
      return 0;
    }
    call->number = next_++;
    calls_.push_back(call);
    return call;
  }

  // All arguments are there, and the call is about to be made.
  void before(Frame* frame) {
    Call* call = frame->call;
    frame->has_begun = true;
    Quiet quiet;
    if (!quiet.is_usable()) {
      call->flags |= ERROR_PENDING;
      call->buffers.clear();
      return;
    }
    call->flags &= ~INCOMPLETE;
    if (HIPIFY_PIN_API(GetDevice)(&call->device) != OK) call->device = -1;
    find_stream(frame);
    if (is_captured(*frame)) {
      call->flags |= CAPTURED;
      call->buffers.clear();
      return;
    }
    resolve(frame);
    if (options().detail == NAMES || call->place->kind == ALLOCATE) call->buffers.clear();
    take(frame, false);
  }

  void after(Frame* frame, bool has_status, int64_t status) {
    Call* call = frame->call;
    if (has_status) {
      call->flags |= RETURNED;
      call->status = status;
    } else {
      call->status = HIPIFY_PIN_API(PeekAtLastError)();
    }
    {
      Quiet quiet;
      const bool is_done = frame->has_begun && call->status == 0 && quiet.is_usable();
      if (is_done && !(call->flags & (CAPTURED | ERROR_PENDING))) {
        if (call->place->kind == ALLOCATE) allocated(frame);
        take(frame, true);
      }
    }
    if (call->place->kind == FREE) freed(frame->handle);
    if (call->place->kind == GRAPH) note_capture(*call);
    if (!call->is_written) {
      delete call;
      return;
    }
    if (call->status == 0) look_again(call);
    // What was not looked at says nothing.
    if (!frame->has_begun) call->buffers.clear();
    std::lock_guard<std::mutex> guard(mutex_);
    call->is_ended = true;
    harvest();
    write_ready(false);
  }

 private:
  Recorder() : pid_(getpid()), captures_(0), next_(0), written_(0), file_(-1), has_failed_(false) {}

  static Kind kind_of(const char* name) {
    static const char* const names[] = {"launch", "copy", "set", "allocate", "library", "graph", "free"};
    for (int i = 0; i < OTHER; ++i)
      if (strcmp(names[i], name) == 0) return static_cast<Kind>(i);
    return OTHER;
  }

  static bool is_chosen(const Place& place) {
    const std::vector<std::string>& sites = options().sites;
    const std::string line = place.file + ':' + std::to_string(place.line);
    for (const std::string& each : sites)
      if (matches(each.c_str(), place.name.c_str()) || matches(each.c_str(), line.c_str())) return true;
    return sites.empty();
  }

  // -- the stream -----------------------------------------------------------------------------------------------------

  // Libraries are told once with which stream a handle works.
  void find_stream(Frame* frame) {
    const std::string& name = frame->call->place->name;
    if (frame->call->place->kind != LIBRARY) {
      if (!frame->has_stream || !frame->stream) frame->stream = default_stream(frame->is_per_thread);
      frame->has_stream = true;
    } else if (frame->has_handle) {
      const std::pair<std::string, uint64_t> key(name.substr(0, name.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ")),
                                                 frame->handle);
      std::lock_guard<std::mutex> guard(mutex_);
      if (frame->has_stream && name.find("SetStream") != std::string::npos) {
        streams_[key] = frame->stream;
      } else if (!frame->has_stream && streams_.count(key)) {
        frame->stream = streams_[key];
        frame->has_stream = true;
      }
    }
    if (frame->has_stream && !frame->stream) frame->stream = default_stream(frame->is_per_thread);
  }

  // While anything captures, the device cannot be waited for, as functions of libraries without a known stream need.
  bool is_captured(const Frame& frame) const {
    if (frame.call->place->kind == GRAPH) return false;
    if (frame.has_stream) return is_capturing(frame.stream);
    return captures_ > 0 || is_capturing(default_stream(false));
  }

  void note_capture(const Call& call) {
    if (call.status != 0) return;
    if (call.place->name.find("BeginCapture") != std::string::npos) ++captures_;
    else if (call.place->name.find("EndCapture") != std::string::npos && captures_ > 0) --captures_;
  }

  // -- memory ---------------------------------------------------------------------------------------------------------

  // Keeps what lies on the device, and finds out how much of it there is.
  void resolve(Frame* frame) {
    Call* call = frame->call;
    resolve_integers(call);
    std::deque<Buffer> kept;
    for (Buffer& each : call->buffers) {
      if (!each.address) {
        if (each.offset != WHOLE) continue;
        each.note = NO_ADDRESS;
      } else {
        const Memory memory = memory_at(each.address, call->device);
        if (memory == OF_HOST) continue;
        if (memory == OF_ANOTHER) each.note = ELSEWHERE;
        else if (!(each.bytes = bytes_from(each.address))) each.note = NO_RANGE;
        if (frame->has_bytes && frame->bytes < each.bytes) each.bytes = frame->bytes;
        if (each.type == BYTES) each.type = type_at(each.address, each.bytes);
      }
      each.is_resolved = true;
      kept.push_back(each);
    }
    call->buffers.swap(kept);
  }

  // CUdeviceptr is an integer.
  static void resolve_integers(Call* call) {
    std::vector<Scalar> kept;
    for (const Scalar& each : call->scalars) {
      const bool may_point = (each.type == U64 || each.type == I64) && each.bits >> 16 && !(each.bits >> 57);
      if (may_point && memory_at(each.bits, call->device) != OF_HOST) {
        Buffer buffer = Buffer();
        buffer.place = each.place;
        buffer.offset = WHOLE;
        buffer.type = BYTES;
        buffer.is_read = buffer.is_written = true;
        buffer.address = each.bits;
        call->buffers.push_back(buffer);
      } else {
        kept.push_back(each);
      }
    }
    call->scalars.swap(kept);
  }

  // From an address to the end of its allocation. Drivers round sizes up, each in its own way; what the program asked
  // for is known where that was seen.
  uint64_t bytes_from(uint64_t address) {
    uint64_t base = 0, bytes = 0, seen = 0;
    const bool is_known = allocation_of(address, &base, &bytes);
    {
      std::lock_guard<std::mutex> guard(mutex_);
      std::map<uint64_t, Allocation>::const_iterator next = allocations_.upper_bound(address);
      if (next != allocations_.begin()) {
        --next;
        if (address - next->first < next->second.bytes) seen = next->first + next->second.bytes - address;
      }
    }
    if (!is_known) return seen;
    const uint64_t left = base + bytes - address;
    return seen && seen < left ? seen : left;
  }

  // What memory was allocated for, where a pointer does not say it: one within a structure, or to void.
  Type type_at(uint64_t address, uint64_t bytes) {
    std::lock_guard<std::mutex> guard(mutex_);
    std::map<uint64_t, Allocation>::const_iterator next = allocations_.upper_bound(address);
    if (next == allocations_.begin()) return BYTES;
    --next;
    const uint64_t offset = address - next->first, size = size_of(next->second.type);
    return offset < next->second.bytes && offset % size == 0 && bytes % size == 0 ? next->second.type : BYTES;
  }

  void allocated(Frame* frame) {
    if (!frame->out || !*frame->out || !frame->has_bytes) return;
    const uint64_t address = reinterpret_cast<uint64_t>(*frame->out);
    if (memory_at(address, frame->call->device) != OF_DEVICE) return;
    {
      std::lock_guard<std::mutex> guard(mutex_);
      std::map<uint64_t, Allocation>::iterator each = allocations_.lower_bound(address);
      if (each != allocations_.begin()) {
        std::map<uint64_t, Allocation>::iterator last = each;
        --last;
        if (last->first + last->second.bytes > address) allocations_.erase(last);
      }
      while (each != allocations_.end() && each->first < address + frame->bytes) allocations_.erase(each++);
      const Allocation seen = {frame->bytes, frame->out_type};
      allocations_[address] = seen;
    }
    const int fill = options().fill;
    if (fill < 0) return;
    const bool is_ordered = frame->call->place->name.find("Async") != std::string::npos;
    if (is_ordered) {
      (void)HIPIFY_PIN_API(MemsetAsync)(*frame->out, fill, frame->bytes, frame->stream);
    } else if (Ring* own = ring(frame->call->device)) {
      // Any stream may use it from now on.
      (void)HIPIFY_PIN_API(MemsetAsync)(*frame->out, fill, frame->bytes, own->stream);
      (void)HIPIFY_PIN_API(StreamSynchronize)(own->stream);
    }
  }

  static void look_again(Call* call) {
    for (const Watched& each : call->watched) {
      unsigned char now[8];
      if (peek(each.address, now, each.size) && memcmp(now, each.bytes, each.size) == 0)
        call->scalars.push_back(each.scalar);
    }
  }

  void freed(uint64_t address) {
    std::lock_guard<std::mutex> guard(mutex_);
    allocations_.erase(address);
  }

  // -- digests --------------------------------------------------------------------------------------------------------

  // Of all that is read before a call, or of all that was written after it. The stream of a library that was not told
  // one is not known, so that all of them are waited for.
  void take(Frame* frame, bool is_after) {
    Call* call = frame->call;
    std::vector<Buffer*> taken;
    for (Buffer& each : call->buffers)
      if (each.is_resolved && each.note == AS_IS && (is_after ? each.is_written : each.is_read)) taken.push_back(&each);
    if (taken.empty()) return;
    Ring* own = ring(call->device);
    if (!own) {
      for (Buffer* each : taken) (is_after ? each->after : each->before).state = LOST;
      return;
    }
    const bool waits = !frame->has_stream;
    const Stream stream = waits ? own->stream : frame->stream;
    if (waits) (void)HIPIFY_PIN_API(DeviceSynchronize)();
    for (Buffer* each : taken) take_one(own, call, each, is_after, stream);
    if (waits) (void)HIPIFY_PIN_API(StreamSynchronize)(stream);
    if (options().detail < SAMPLES) return;
    for (size_t i = 0; i < call->buffers.size(); ++i) {
      const Buffer& each = call->buffers[i];
      if ((is_after ? each.after : each.before).state != LOST && each.is_resolved && each.note == AS_IS &&
          (is_after ? each.is_written : each.is_read))
        take_values(call, each, i, is_after, stream);
    }
  }

  void take_one(Ring* own, Call* call, Buffer* buffer, bool is_after, Stream stream) {
    Digest* digest = is_after ? &buffer->after : &buffer->before;
    const unsigned char* data = reinterpret_cast<const unsigned char*>(buffer->address);
    const uint64_t count = buffer->bytes / size_of(buffer->type);
    const void* kernel = kernels().digest.load();
    if (kernel && own->has_kernels) {
      const int slot = acquire(own, call, digest);
      if (slot < 0) {
        digest->state = LOST;
        return;
      }
      Work work = {data,
                   count,
                   static_cast<unsigned>(buffer->type),
                   parts_for(count),
                   own->partials + static_cast<size_t>(slot) * CHUNKS * PARTS,
                   own->counters + slot,
                   own->mapped + slot};
      void* arguments[] = {&work};
      const Error error = HIPIFY_PIN_API(LaunchKernel)(kernel, dim3(CHUNKS * work.parts), dim3(THREADS), arguments, 0,
                                                       stream);
      if (error == OK) return;
      (void)HIPIFY_PIN_API(GetLastError)();
      release(own, slot);
      own->has_kernels = false;
    }
    const bool is_taken = digest_on_host(buffer->type, count, &digest->result,
                                         [=](uint64_t from, uint64_t bytes, unsigned char* into) {
                                           return fetch(data + from, bytes, into, stream);
                                         });
    digest->state = is_taken ? TAKEN : LOST;
  }

  static bool fetch(const unsigned char* from, uint64_t bytes, unsigned char* into, Stream stream) {
    return HIPIFY_PIN_API(MemcpyAsync)(into, from, bytes, HIPIFY_PIN_API(MemcpyDeviceToHost), stream) == OK &&
           HIPIFY_PIN_API(StreamSynchronize)(stream) == OK;
  }

  // A slot of the ring. When all are in use, some kernel has to end first.
  int acquire(Ring* own, Call* call, Digest* digest) {
    for (int waited = 0;; ++waited) {
      {
        std::lock_guard<std::mutex> guard(mutex_);
        if (own->idle.empty()) harvest();
        if (!own->idle.empty()) {
          const unsigned slot = own->idle.back();
          own->idle.pop_back();
          own->busy.push_back(slot);
          own->results[slot].done = 0;
          own->uses[slot].call = call;
          own->uses[slot].digest = digest;
          ++call->pending;
          own->is_stuck = false;
          return static_cast<int>(slot);
        }
      }
      if (own->is_stuck || waited > 600000) break;
      if (waited % 1024 == 1023 && !is_alive(*own)) break;
      usleep(100);
    }
    own->is_stuck = true;
    return -1;
  }

  void release(Ring* own, int slot) {
    std::lock_guard<std::mutex> guard(mutex_);
    for (size_t i = 0; i < own->busy.size(); ++i)
      if (own->busy[i] == static_cast<unsigned>(slot)) own->busy.erase(own->busy.begin() + static_cast<long>(i));
    own->idle.push_back(static_cast<unsigned>(slot));
    --own->uses[slot].call->pending;
  }

  // Reads the digests that are there.
  void harvest() {
    for (Ring* own : rings_) {
      size_t left = 0;
      for (unsigned slot : own->busy) {
        Ring::Use& use = own->uses[slot];
        if (*static_cast<volatile uint32_t*>(&own->results[slot].done)) {
          std::atomic_thread_fence(std::memory_order_acquire);
          use.digest->result = own->results[slot];
          use.digest->state = TAKEN;
        } else if (own->is_usable) {
          own->busy[left++] = slot;
          continue;
        } else {
          use.digest->state = LOST;
        }
        --use.call->pending;
        own->idle.push_back(slot);
      }
      own->busy.resize(left);
    }
  }

  static bool is_alive(const Ring& own) {
    return memory_at(reinterpret_cast<uint64_t>(own.partials), own.device) == OF_DEVICE;
  }

  // That of the device in use; another one after the program has reset the device.
  Ring* ring(int device) {
    if (device < 0) return 0;
    std::lock_guard<std::mutex> guard(making_);
    void* const now = context();
    for (Ring* each : rings_) {
      if (!each->is_usable || each->device != device || each->of_context != now) continue;
      if (is_alive(*each)) return each;
      std::lock_guard<std::mutex> and_all(mutex_);
      harvest();
      each->is_usable = false;
    }
    Ring* made = new_ring(device);
    if (!made) return 0;
    made->of_context = context();
    std::lock_guard<std::mutex> and_all(mutex_);
    rings_.push_back(made);
    return made;
  }

  // Results lie in memory of ours, which remains when the device is reset.
  static Ring* new_ring(int device) {
    Ring* made = new Ring();
    const size_t bytes = sizeof(Result) * Ring::SLOTS;
    void *results = 0, *mapped = 0, *partials = 0, *counters = 0;
    if (posix_memalign(&results, 4096, (bytes + 4095) / 4096 * 4096)) results = 0;
    const size_t of_partials = sizeof(Partial) * CHUNKS * PARTS * Ring::SLOTS, of_counters = 4 * Ring::SLOTS;
    const unsigned how = HIPIFY_PIN_API(HostRegisterPortable) | HIPIFY_PIN_API(HostRegisterMapped);
    const bool is_there =
        results && HIPIFY_PIN_API(HostRegister)(results, (bytes + 4095) / 4096 * 4096, how) == OK &&
        HIPIFY_PIN_API(HostGetDevicePointer)(&mapped, results, 0) == OK &&
        HIPIFY_PIN_API(StreamCreateWithFlags)(&made->stream, HIPIFY_PIN_API(StreamNonBlocking)) == OK &&
        HIPIFY_PIN_API(Malloc)(&partials, of_partials) == OK && HIPIFY_PIN_API(Malloc)(&counters, of_counters) == OK &&
        HIPIFY_PIN_API(MemsetAsync)(counters, 0, of_counters, made->stream) == OK &&
        HIPIFY_PIN_API(StreamSynchronize)(made->stream) == OK;
    if (!is_there) {
      (void)HIPIFY_PIN_API(GetLastError)();
      delete made;  // what it got is little, and the device may be out of order
      return 0;
    }
    memset(results, 0, bytes);
    made->device = device;
    made->is_usable = made->has_kernels = true;
    made->results = static_cast<Result*>(results);
    made->mapped = static_cast<Result*>(mapped);
    made->partials = static_cast<Partial*>(partials);
    made->counters = static_cast<unsigned*>(counters);
    for (unsigned slot = Ring::SLOTS; slot-- > 0;) made->idle.push_back(slot);
    return made;
  }

  // All elements of a buffer, or some of them, at once: who asks for these waits for them.
  void take_values(Call* call, const Buffer& buffer, size_t index, bool is_after, Stream stream) {
    const unsigned size = size_of(buffer.type);
    const uint64_t count = buffer.bytes / size;
    const bool is_sample = options().detail == SAMPLES && options().samples < count;
    const unsigned char* data = reinterpret_cast<const unsigned char*>(buffer.address);
    std::vector<unsigned char> values;
    if (is_sample) {
      values.resize(options().samples * size);
      if (!sample(data, count, size, &values, stream)) return;
      std::lock_guard<std::mutex> guard(mutex_);
      write_values(*call, index, is_after, true, 0, count, values);
      return;
    }
    const uint64_t most = (1u << 20) / size;
    for (uint64_t first = 0; first < count; first += most) {
      values.resize((count - first < most ? count - first : most) * size);
      if (!fetch(data + first * size, values.size(), values.data(), stream)) return;
      std::lock_guard<std::mutex> guard(mutex_);
      write_values(*call, index, is_after, false, first, count, values);
    }
  }

  static bool sample(const unsigned char* data, uint64_t count, unsigned size, std::vector<unsigned char>* values,
                     Stream stream) {
    const uint64_t chosen = values->size() / size;
    const void* kernel = kernels().gather.load();
    void* into = 0;
    if (kernel && HIPIFY_PIN_API(Malloc)(&into, values->size()) == OK) {
      Gather work = {data, count, chosen, size, static_cast<unsigned char*>(into)};
      void* arguments[] = {&work};
      const unsigned blocks = static_cast<unsigned>(chosen / THREADS < 1024 ? chosen / THREADS + 1 : 1024);
      const bool is_done =
          HIPIFY_PIN_API(LaunchKernel)(kernel, dim3(blocks), dim3(THREADS), arguments, 0, stream) == OK &&
          fetch(work.into, values->size(), values->data(), stream);
      (void)HIPIFY_PIN_API(Free)(into);
      if (is_done) return true;
    }
    for (uint64_t i = 0; i < chosen; ++i)
      if (!fetch(data + i * count / chosen * size, size, values->data() + i * size, stream)) return false;
    return true;
  }

  // -- the file -------------------------------------------------------------------------------------------------------

  static std::string with_part(const std::string& path, const std::string& part) {
    const size_t slash = path.find_last_of('/'), dot = path.find_last_of('.');
    const size_t at = dot == std::string::npos || (slash != std::string::npos && dot < slash) ? path.size() : dot;
    return path.substr(0, at) + '.' + part + path.substr(at);
  }

  static int rank() {
    static const char* const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK",
                                        "SLURM_PROCID"};
    for (const char* name : names)
      if (const char* value = getenv(name)) return atoi(value);
    return -1;
  }

  bool open(int dialect) {
    if (file_ >= 0) return true;
    if (has_failed_) return false;
    std::string path = options().file;
    if (path.empty()) path = dialect ? "hip.pin" : "cuda.pin";
    for (size_t at = path.find("%p"); at != std::string::npos; at = path.find("%p"))
      path.replace(at, 2, std::to_string(pid_));
    if (rank() >= 0) path = with_part(path, std::to_string(rank()));
    bool is_held = false;
    if (!open(path, &is_held) && is_held) open(with_part(path, std::to_string(pid_)), &is_held);
    if (file_ < 0) {
      has_failed_ = true;
      say(path + ": " + strerror(errno) + "; nothing is recorded");
      return false;
    }
    out_ = "HIPIFYPIN 1\n";
    write_program(dialect);
    flush();
    atexit(at_exit);
    return true;
  }

  // Not emptied before it is ours: another process may be writing it.
  bool open(const std::string& path, bool* is_held) {
    const int file = ::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666);
    if (file < 0) return false;
    *is_held = flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (*is_held || ftruncate(file, 0) != 0) {
      close(file);
      return false;
    }
    file_ = file;
    return true;
  }

  static void at_exit() { of_process().finish(); }

  void finish() {
    if (file_ < 0) return;
    for (int waited = 0; waited < 300000; ++waited) {
      bool is_waiting = false, is_any_alive = waited % 1024 != 1023;
      {
        std::lock_guard<std::mutex> guard(mutex_);
        harvest();
        for (Ring* each : rings_) is_waiting = is_waiting || !each->busy.empty();
      }
      if (!is_waiting) break;
      if (!is_any_alive)
        for (Ring* each : rings_) is_any_alive = is_any_alive || (!each->busy.empty() && is_alive(*each));
      if (!is_any_alive) break;
      usleep(100);
    }
    std::lock_guard<std::mutex> guard(mutex_);
    for (Ring* each : rings_) each->is_usable = false;
    harvest();
    write_ready(true);
    Bytes payload;
    payload.add(written_);
    record('E', payload);
    flush();
    close(file_);
    file_ = -1;
    has_failed_ = true;
  }

  struct Bytes {
    std::string data;
    template <class T>
    void add(T value) {
      data.append(reinterpret_cast<const char*>(&value), sizeof(value));
    }
    void add(const std::string& text) {
      const size_t size = text.size() < 0xffff ? text.size() : 0xffff;
      add(static_cast<uint16_t>(size));
      data.append(text, 0, size);
    }
  };

  void record(char kind, const Bytes& payload) {
    Bytes head;
    head.add(static_cast<uint32_t>(payload.data.size()));
    head.add(kind);
    out_ += head.data;
    out_ += payload.data;
  }

  void flush() {
    const char* data = out_.data();
    size_t left = out_.size();
    while (left && file_ >= 0) {
      const ssize_t done = write(file_, data, left);
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) {
        say(std::string("cannot write: ") + strerror(errno) + "; nothing more is recorded");
        close(file_);
        file_ = -1;
        has_failed_ = true;
        break;
      }
      data += done;
      left -= static_cast<size_t>(done);
    }
    out_.clear();
  }

  void write_program(int dialect) {
    Bytes payload;
    int runtime = 0, driver = 0, devices = 0;
    std::vector<std::string> names;
    {
      Quiet quiet;
      if (quiet.is_usable()) {
        (void)HIPIFY_PIN_API(RuntimeGetVersion)(&runtime);
        (void)HIPIFY_PIN_API(DriverGetVersion)(&driver);
        if (HIPIFY_PIN_API(GetDeviceCount)(&devices) != OK) devices = 0;
        for (int i = 0; i < devices && i < 255; ++i) {
          Properties* found = new Properties();
          if (HIPIFY_PIN_API(GetDeviceProperties)(found, i) == OK) names.push_back(found->name);
          delete found;
        }
      }
    }
    payload.add(static_cast<uint8_t>(dialect));
    payload.add(static_cast<uint8_t>(HIPIFY_PIN_ON_AMD));
    payload.add(static_cast<uint32_t>(pid_));
    payload.add(static_cast<int32_t>(rank()));
    payload.add(static_cast<int32_t>(runtime));
    payload.add(static_cast<int32_t>(driver));
    payload.add(options().text);
    payload.add(static_cast<uint8_t>(names.size()));
    for (const std::string& name : names) payload.add(name);
    record('P', payload);
  }

  void write_place(const Place& place) {
    if (!known_.insert(place.id).second) return;
    Bytes payload;
    payload.add(place.id);
    payload.add(static_cast<uint8_t>(place.kind));
    payload.add(static_cast<uint32_t>(place.line));
    payload.add(static_cast<uint32_t>(place.nth));
    payload.add(place.file);
    payload.add(place.name);
    record('S', payload);
  }

  // All calls that nothing is awaited of, in the order in which they began. One that does not end, as that of a thread
  // which waits for another one, holds up only so many.
  void write_ready(bool is_last) {
    while (!calls_.empty()) {
      Call* first = calls_.front();
      const bool is_complete = first->is_ended && !first->pending;
      if (!is_complete && !is_last && calls_.size() < 1024) break;
      calls_.pop_front();
      write_call(*first);
      if (is_complete) delete first;
    }
    flush();
  }

  void write_call(const Call& call) {
    write_place(*call.place);
    Bytes payload;
    payload.add(call.number);
    payload.add(call.place->id);
    payload.add(call.visit);
    payload.add(call.thread);
    payload.add(static_cast<int16_t>(call.device));
    payload.add(static_cast<uint8_t>(call.flags | (call.is_ended ? 0 : UNFINISHED)));
    for (uint32_t each : call.grid) payload.add(each);
    for (uint32_t each : call.block) payload.add(each);
    payload.add(call.shared);
    payload.add(call.status);
    payload.add(static_cast<uint16_t>(call.scalars.size()));
    for (const Scalar& each : call.scalars) {
      payload.add(each.place);
      payload.add(each.type);
      payload.add(each.bits);
    }
    // Of a call that has not ended, its thread may be adding to these.
    const size_t count = call.is_ended ? call.buffers.size() : 0;
    payload.add(static_cast<uint16_t>(count));
    for (size_t i = 0; i < count; ++i) {
      const Buffer& each = call.buffers[i];
      payload.add(each.place);
      payload.add(each.offset);
      payload.add(static_cast<uint8_t>(each.type));
      payload.add(static_cast<uint8_t>(each.note));
      payload.add(each.bytes / size_of(each.type));
      add(&payload, each.before);
      add(&payload, each.after);
    }
    record('C', payload);
    ++written_;
  }

  static void add(Bytes* payload, const Digest& digest) {
    payload->add(static_cast<uint8_t>(digest.state));
    if (digest.state != TAKEN) return;
    const Result& result = digest.result;
    payload->add(result.hash);
    payload->add(result.nan);
    payload->add(result.inf);
    payload->add(result.min);
    payload->add(result.max);
    for (double each : result.sum) payload->add(each);
    for (double each : result.absolute) payload->add(each);
    for (double each : result.scattered) payload->add(each);
  }

  void write_values(const Call& call, size_t index, bool is_after, bool is_sample, uint64_t first, uint64_t count,
                    const std::vector<unsigned char>& values) {
    const size_t most = 1u << 20;
    const unsigned size = size_of(call.buffers[index].type);
    for (size_t from = 0; from < values.size(); from += most) {
      const size_t bytes = values.size() - from < most ? values.size() - from : most;
      Bytes payload;
      payload.add(call.number);
      payload.add(static_cast<uint16_t>(index));
      payload.add(static_cast<uint8_t>(is_after));
      payload.add(static_cast<uint8_t>(is_sample));
      payload.add(first + from / size);
      payload.add(is_sample ? static_cast<uint64_t>(values.size() / size) : count);
      payload.data.append(reinterpret_cast<const char*>(values.data()) + from, bytes);
      record('V', payload);
    }
    flush();
  }

  struct Allocation {
    uint64_t bytes;
    Type type;
  };

  const pid_t pid_;
  std::mutex mutex_, making_;  // the latter is taken first
  std::atomic<int> captures_;
  uint64_t next_, written_;
  int file_;
  bool has_failed_;
  std::string out_;
  std::deque<Call*> calls_;
  std::vector<Ring*> rings_;
  std::set<uint32_t> known_;
  std::map<uint64_t, Allocation> allocations_;
  std::map<std::pair<std::string, uint64_t>, Stream> streams_;
};

// ---------------------------------------------------------------------------------------------------------------------
// What is given to a call.

inline void arrived(Frame* frame) {
  if (--frame->awaited == 0 && frame->call) Recorder::of_process().before(frame);
}

template <class T>
struct IsFunction : std::integral_constant<bool, std::is_pointer<T>::value &&
                                                     std::is_function<typename std::remove_pointer<T>::type>::value> {};

enum Category { IS_IGNORED, IS_STREAM, IS_ADDRESS, IS_INTEGER, IS_REAL, IS_STRUCTURE };
template <Category C>
using As = std::integral_constant<Category, C>;
template <class T>
struct CategoryOf : As<std::is_same<T, Stream>::value                                             ? IS_STREAM
                       : IsFunction<T>::value || std::is_same<T, decltype(nullptr)>::value        ? IS_IGNORED
                       : std::is_pointer<T>::value                                                ? IS_ADDRESS
                       : std::is_integral<T>::value || std::is_enum<T>::value                     ? IS_INTEGER
                       : std::is_floating_point<T>::value                                         ? IS_REAL
                                                                                                  : IS_STRUCTURE> {};

inline void add_scalar(Call* call, int place, Type type, uint64_t bits) {
  const Scalar scalar = {static_cast<uint16_t>(place), static_cast<uint8_t>(type), bits};
  call->scalars.push_back(scalar);
}

inline Buffer& add_buffer(Call* call, int place, Type type, uint64_t address, bool is_read, bool is_written) {
  Buffer buffer = Buffer();
  buffer.place = static_cast<uint16_t>(place);
  buffer.offset = WHOLE;
  buffer.type = type;
  buffer.is_read = is_read;
  buffer.is_written = is_written;
  buffer.address = address;
  call->buffers.push_back(buffer);
  return call->buffers.back();
}

template <class T>
uint64_t integer_bits(const T& value) {
  return static_cast<T>(-1) < static_cast<T>(0) ? static_cast<uint64_t>(static_cast<int64_t>(value))
                                                : static_cast<uint64_t>(value);
}

// Numbers of the host that functions of libraries read through pointers, as alpha and beta.
template <class T, bool IsNumber = std::is_arithmetic<T>::value && !std::is_same<T, bool>::value>
struct Through {
  static void add(Call*, int, const void*, bool) {}
};
template <class T>
struct Through<T, true> {
  static void add(Call* call, int place, const void* at, bool is_const) {
    T value;
    if (sizeof(T) > 8 || !peek(at, &value, sizeof(value))) return;
    const bool is_real = std::is_floating_point<T>::value;
    const Type type = is_real ? (sizeof(T) == 4 ? F32 : F64) : integer_type(sizeof(T), static_cast<T>(-1) < T(0));
    add_scalar(call, place, type, is_real ? bits<uint64_t>(static_cast<double>(value)) : integer_bits(value));
    if (is_const) return;
    Watched watched = {call->scalars.back(), at, {}, sizeof(T)};
    memcpy(watched.bytes, &value, sizeof(T));
    call->watched.push_back(watched);
    call->scalars.pop_back();
  }
};

template <class T>
void given(Frame* frame, int place, const T&, As<IS_IGNORED>) {
  (void)frame, (void)place;
}
template <class T>
void given(Frame* frame, int, const T& value, As<IS_STREAM>) {
  frame->stream = value;
  frame->has_stream = true;
}
template <class T>
void given(Frame* frame, int place, const T& value, As<IS_INTEGER>) {
  // Those of libraries have other values in HIP.
  const bool is_of_library = std::is_enum<T>::value && frame->call->place->kind != LAUNCH;
  add_scalar(frame->call, place, is_of_library ? ENUMERATION : TypeOf<T>::get(), integer_bits(value));
}
template <class T>
void given(Frame* frame, int place, const T& value, As<IS_REAL>) {
  add_scalar(frame->call, place, sizeof(T) == 4 ? F32 : F64, bits<uint64_t>(static_cast<double>(value)));
}
template <class T>
void given(Frame* frame, int place, const T& value, As<IS_ADDRESS>) {
  typedef typename std::remove_pointer<T>::type Pointee;
  typedef typename std::remove_cv<Pointee>::type Plain;
  const uint64_t address = reinterpret_cast<uint64_t>(value);
  const bool is_const = std::is_const<Pointee>::value;
  add_buffer(frame->call, place, TypeOf<Plain>::get(), address, true, !is_const);
  if (address && frame->call->place->kind == LIBRARY && std::is_arithmetic<Plain>::value) {
    Quiet quiet;
    if (quiet.is_usable() && memory_at(address, -1) == OF_HOST)
      Through<Plain>::add(frame->call, place, reinterpret_cast<const void*>(address), is_const);
  }
}
// Numbers that are classes, and structures, of which the addresses are looked at that they hold.
template <class T>
void given(Frame* frame, int place, const T& value, As<IS_STRUCTURE>) {
  const unsigned char* data = reinterpret_cast<const unsigned char*>(&value);
  const Type type = TypeOf<T>::get();
  if ((type == F16 || type == BF16) && sizeof(T) == 2) {
    uint16_t raw;
    memcpy(&raw, data, 2);
    const float number = type == F16 ? Half::value(raw) : Brain::value(raw);
    add_scalar(frame->call, place, type, bits<uint64_t>(static_cast<double>(number)));
    return;
  }
  for (size_t at = 0; at + 8 <= sizeof(T) && at < 4096 && sizeof(T) >= 8; at += 8) {
    uint64_t word;
    memcpy(&word, data + at, 8);
    if (word >> 16 && !(word >> 57))
      add_buffer(frame->call, place, BYTES, word, true, true).offset = static_cast<uint32_t>(at);
  }
}

template <class T>
typename std::enable_if<std::is_pointer<T>::value, uint64_t>::type handle_of(const T& value) {
  return reinterpret_cast<uint64_t>(value);
}
template <class T>
typename std::enable_if<std::is_integral<T>::value || std::is_enum<T>::value, uint64_t>::type handle_of(
    const T& value) {
  return static_cast<uint64_t>(value);
}
template <class T>
typename std::enable_if<!std::is_pointer<T>::value && !std::is_integral<T>::value && !std::is_enum<T>::value,
                        uint64_t>::type
handle_of(const T&) {
  return 0;
}

template <class T>
typename std::enable_if<std::is_convertible<const T&, uint64_t>::value, uint64_t>::type number_of(const T& value) {
  return static_cast<uint64_t>(value);
}
template <class T>
typename std::enable_if<!std::is_convertible<const T&, uint64_t>::value, uint64_t>::type number_of(const T&) {
  return 0;
}

template <class T>
typename std::enable_if<std::is_convertible<const T&, Stream>::value>::type set_stream(Frame* frame, const T& value) {
  frame->stream = value;
  frame->has_stream = true;
}
template <class T>
typename std::enable_if<!std::is_convertible<const T&, Stream>::value>::type set_stream(Frame* frame, const T&) {
  frame->has_stream = true;  // 0, in some way
}

template <class T>
typename std::enable_if<std::is_convertible<const T&, dim3>::value>::type set_size(uint32_t* into, const T& value) {
  const dim3 size = value;
  into[0] = size.x;
  into[1] = size.y;
  into[2] = size.z;
}
template <class T>
typename std::enable_if<!std::is_convertible<const T&, dim3>::value>::type set_size(uint32_t*, const T&) {}

// What a pointer to a pointer points to; `out` may be given as anything that converts to one.
template <class T>
void** out_of(T** value) {
  return reinterpret_cast<void**>(const_cast<typename std::remove_cv<T>::type**>(value));
}
template <class T>
void** out_of(const T&) {
  return 0;
}
template <class T>
Type pointed_to(T** value) {
  (void)value;
  const Type type = TypeOf<typename std::remove_cv<T>::type>::get();
  return type == POINTERS ? BYTES : type;
}
template <class T>
Type pointed_to(const T&) {
  return BYTES;
}
// CUdeviceptr *.
inline void** out_of(unsigned long long* value) { return reinterpret_cast<void**>(value); }

template <class T>
typename std::enable_if<std::is_pointer<T>::value>::type add_role(Frame* frame, int place, const T& value,
                                                                  bool is_read) {
  typedef typename std::remove_cv<typename std::remove_pointer<T>::type>::type Plain;
  add_buffer(frame->call, place, TypeOf<Plain>::get(), handle_of(value), is_read, !is_read);
}
template <class T>
typename std::enable_if<!std::is_pointer<T>::value>::type add_role(Frame* frame, int place, const T& value,
                                                                   bool is_read) {
  if (handle_of(value)) add_buffer(frame->call, place, BYTES, handle_of(value), is_read, !is_read);
}

template <class T>
struct IsClass : std::integral_constant<bool, std::is_class<T>::value || std::is_union<T>::value> {};

template <int N, class Given>
void looked_at(const Given& value) {
  typedef typename std::remove_cv<Given>::type T;
  Frame* frame = top();
  if (!frame || !frame->call) return;
  given(frame, N, value, As<CategoryOf<T>::value>());
  if (N == 0 && (std::is_pointer<T>::value || std::is_integral<T>::value || std::is_enum<T>::value)) {
    frame->handle = handle_of(value);
    frame->has_handle = true;
  }
}

template <int N, class Given>
void argument(const Given& value) {
  looked_at<N>(value);
  Frame* frame = top();
  if (frame && frame->call) arrived(frame);
}

// What the roles of arguments are to the call that begins.
inline Frame* recorded() {
  Frame* frame = top();
  return frame && frame->call ? frame : 0;
}
template <class T>
void pass_to(const T& value) {
  Frame* frame = recorded();
  if (!frame) return;
  add_role(frame, TO, value, false);
  arrived(frame);
}
template <class T>
void pass_from(const T& value) {
  Frame* frame = recorded();
  if (!frame) return;
  add_role(frame, FROM, value, true);
  arrived(frame);
}
template <class T>
void pass_bytes(const T& value) {
  Frame* frame = recorded();
  if (!frame) return;
  frame->bytes = number_of(value);
  frame->has_bytes = true;
  add_scalar(frame->call, SIZE, U64, frame->bytes);
  arrived(frame);
}
template <class T>
void pass_out(const T& value) {
  Frame* frame = recorded();
  if (!frame) return;
  frame->out = out_of(value);
  frame->out_type = pointed_to(value);
  arrived(frame);
}
template <class T>
void pass_gone(const T& value) {
  Frame* frame = recorded();
  if (!frame) return;
  frame->handle = handle_of(value);
  arrived(frame);
}
template <class T>
void pass_stream(const T& value) {
  Frame* frame = recorded();
  if (!frame) return;
  set_stream(frame, value);
  if (frame->call->place->kind != LAUNCH) arrived(frame);
}
template <class T>
void pass_grid(const T& value) {
  if (Frame* frame = recorded()) set_size(frame->call->grid, value);
}
template <class T>
void pass_block(const T& value) {
  if (Frame* frame = recorded()) set_size(frame->call->block, value);
}
template <class T>
void pass_shared(const T& value) {
  if (Frame* frame = recorded()) frame->call->shared = number_of(value);
}

}  // namespace detail

// ---------------------------------------------------------------------------------------------------------------------
// What sources call.

class Site {
 public:
  constexpr Site(const char* kind, const char* file, int line, const char* name, int nth, int dialect,
                 bool is_per_thread)
      : kind_(kind), file_(file), name_(name), line_(line), nth_(nth), dialect_(dialect),
        is_per_thread_(is_per_thread), place_(nullptr) {}
  detail::Place* place() {
    detail::Place* found = place_.load(std::memory_order_acquire);
    if (!found) {
      found = detail::Recorder::of_process().place(kind_, file_, line_, name_, nth_);
      place_.store(found, std::memory_order_release);
    }
    return found;
  }
  int dialect() const { return dialect_; }
  bool is_per_thread() const { return is_per_thread_; }

 private:
  const char *kind_, *file_, *name_;
  int line_, nth_, dialect_;
  bool is_per_thread_;
  std::atomic<detail::Place*> place_;
};

#if HIPIFY_PIN_HAS_DEVICE
// Each unit with device code has these kernels; those of any serve.
namespace {
struct Registration {
  Registration() {
    detail::kernels().digest = reinterpret_cast<const void*>(&detail::digest_kernel);
    detail::kernels().gather = reinterpret_cast<const void*>(&detail::gather_kernel);
  }
};
const Registration registration __attribute__((unused));
}  // namespace
#endif

}  // namespace hipify_pin

// Macros of the program may have any short name, so that these stand in no namespace.

inline void hipify_pin_begin(hipify_pin::Site& site, int count) {
  hipify_pin::detail::Frames& all = hipify_pin::detail::frames();
  // Of those that never ended, as an exception was thrown in their arguments, the last ones remain.
  if (all.depth >= hipify_pin::detail::Frames::MOST) all.depth = hipify_pin::detail::Frames::MOST - 1;
  hipify_pin::detail::Frame& frame = all.frames[all.depth];
  memset(&frame, 0, sizeof(frame));
  frame.awaited = count;
  frame.is_per_thread = site.is_per_thread();
  ++all.depth;
  if (hipify_pin::detail::options().is_off) return;
  frame.call = hipify_pin::detail::Recorder::of_process().begin(site.place(), site.dialect());
  // Who waits for nothing has everything; a launch still waits for its stream, and has nothing to be looked at.
  if (count == 0 && frame.call && site.place()->kind != hipify_pin::detail::LAUNCH) hipify_pin::detail::Recorder::of_process().before(&frame);
}

inline void hipify_pin_end() {
  hipify_pin::detail::Frame* frame = hipify_pin::detail::top();
  if (!frame) return;
  if (frame->call) {
    if (!frame->has_begun && frame->awaited == 0) hipify_pin::detail::Recorder::of_process().before(frame);
    hipify_pin::detail::Recorder::of_process().after(frame, false, 0);
  }
  --hipify_pin::detail::frames().depth;
}

template <class T>
T hipify_pin_returned(T status) {
  hipify_pin::detail::Frame* frame = hipify_pin::detail::top();
  if (!frame) return status;
  if (frame->call) hipify_pin::detail::Recorder::of_process().after(frame, true, static_cast<int64_t>(hipify_pin::detail::handle_of(status)));
  --hipify_pin::detail::frames().depth;
  return status;
}

// What is passed by value, so that bit-fields and constants without an address can be.
template <int N, class T>
typename std::enable_if<!hipify_pin::detail::IsClass<T>::value, T>::type hipify_pin_arg(T value) {
  hipify_pin::detail::argument<N>(value);
  return value;
}

// A class goes through as it is: it may be none that can be copied.
template <int N, class T>
typename std::enable_if<hipify_pin::detail::IsClass<typename std::remove_reference<T>::type>::value, T&&>::type
hipify_pin_arg(T&& value) {
  hipify_pin::detail::argument<N>(value);
  return static_cast<T&&>(value);
}

// The values of a parameter pack, of which the first is argument N. They arrive when they are passed.
template <int N>
void hipify_pin_pack() {}
template <int N, class First, class... Rest>
void hipify_pin_pack(const First& first, const Rest&... rest) {
  hipify_pin::detail::looked_at<N>(first);
  hipify_pin_pack<N + 1>(rest...);
}
template <class T>
T&& hipify_pin_passed(T&& value) {
  hipify_pin::detail::Frame* frame = hipify_pin::detail::top();
  if (frame && frame->call) hipify_pin::detail::arrived(frame);
  return static_cast<T&&>(value);
}

// What is passed by value, as above, but for classes, which may be owners that cannot be copied or must not be.
#define HIPIFY_PIN_PASSES(name)                                                                              \
  template <class T>                                                                                         \
  typename std::enable_if<!hipify_pin::detail::IsClass<T>::value, T>::type hipify_pin_##name(T value) {      \
    hipify_pin::detail::pass_##name(value);                                                                  \
    return value;                                                                                            \
  }                                                                                                          \
  template <class T>                                                                                         \
  typename std::enable_if<hipify_pin::detail::IsClass<typename std::remove_reference<T>::type>::value,       \
                          T&&>::type                                                                         \
  hipify_pin_##name(T&& value) {                                                                             \
    hipify_pin::detail::pass_##name(value);                                                                  \
    return static_cast<T&&>(value);                                                                          \
  }
HIPIFY_PIN_PASSES(to)
HIPIFY_PIN_PASSES(from)
HIPIFY_PIN_PASSES(bytes)
HIPIFY_PIN_PASSES(out)
HIPIFY_PIN_PASSES(gone)
HIPIFY_PIN_PASSES(stream)
HIPIFY_PIN_PASSES(grid)
HIPIFY_PIN_PASSES(block)
HIPIFY_PIN_PASSES(shared)
// 0 and NULL, which a macro may be given, are streams only where they stand.
inline hipify_pin::detail::Stream hipify_pin_stream(int) { return hipify_pin_stream(hipify_pin::detail::Stream()); }
inline hipify_pin::detail::Stream hipify_pin_stream(long) { return hipify_pin_stream(hipify_pin::detail::Stream()); }
inline hipify_pin::detail::Stream hipify_pin_stream(std::nullptr_t) {
  return hipify_pin_stream(hipify_pin::detail::Stream());
}

// A place in the sources, known at compile time but for what is known of it from earlier visits.
#define HIPIFY_PIN_SITE(kind, file, line, name, nth)                                                   \
  ([]() -> ::hipify_pin::Site& {                                                                       \
    static ::hipify_pin::Site site(kind, file, line, name, nth, HIPIFY_PIN_DIALECT, HIPIFY_PIN_PER_THREAD); \
    return site;                                                                                       \
  }())

#undef HIPIFY_PIN_API
#undef HIPIFY_PIN_BOUNDS
#undef HIPIFY_PIN_DEFAULT_STREAM_OF_THREAD
#undef HIPIFY_PIN_FN
#undef HIPIFY_PIN_HAS_DEVICE
#undef HIPIFY_PIN_ON_AMD
#undef HIPIFY_PIN_PASSES

#endif  // HIPIFY_PIN_HPP
