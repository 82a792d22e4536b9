// Instructions that the lanes of a warp execute together on matrices, beside their translations.
//
// Numbers are compared bit for bit, or within a bound times what the sum would be of the magnitudes: how close two sums
// of the same products may come to each other depends on nothing else.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "hipify_ptx.hpp"

using word = unsigned long long;

// What a register holds, as inputs are drawn and results compared.
enum class kind { f16x2, bf16x2, tf32, f32, f64, e4m3x4, e5m2x4, s32, b32 };

constexpr int BLOCK = 128;
constexpr int BLOCKS = 2048;
constexpr int TILE = 16;  // words of shared memory that each lane fills
__shared__ word tiles[BLOCK * TILE];

enum mode { units, integers, exponents, any_bits, MODES };

__device__ uint64_t mixed(uint64_t x) {
  x ^= x >> 31;
  x *= 0x7fb5d329728ea185ull;
  x ^= x >> 27;
  x *= 0x81dadef4bc2dd44dull;
  return x ^ x >> 33;
}

__device__ double drawn(uint64_t random, int how) {
  const double unit = static_cast<double>(static_cast<int64_t>(random)) * 0x1p-63;
  if (how == units) return unit;
  if (how == integers) return static_cast<double>(static_cast<int>(random % 9) - 4);
  return ldexp(unit, static_cast<int>(random >> 7) % 13 - 6);
}

__device__ uint16_t half_of(double x, bool brain) {
  return brain ? hipify_ptx::nearest<hipify_ptx::type::bf16>(static_cast<float>(x))
               : hipify_ptx::nearest<hipify_ptx::type::f16>(static_cast<float>(x));
}

__device__ word register_of(kind which, uint64_t random, int how) {
  if (which == kind::b32 || (how == any_bits && which != kind::f64)) {
    // Integers; of floats, any bits but those that overflow a sum on the way.
    const uint32_t bits = static_cast<uint32_t>(random);
    if (which == kind::s32 && (random >> 40) % 4 == 0) return bits & 1u ? 0x7fffffffu - (bits >> 20) : 0x80000000u + (bits >> 20);
    if (which == kind::bf16x2) return bits & 0xbfffbfffu;
    if (which == kind::tf32 || which == kind::f32) return bits & 0xbfffffffu;
    return bits;
  }
  const double first = drawn(random, how), second = drawn(mixed(random + 1), how);
  switch (which) {
    case kind::f16x2:
    case kind::bf16x2: {
      const bool brain = which == kind::bf16x2;
      return half_of(first, brain) | static_cast<word>(half_of(second, brain)) << 16;
    }
    case kind::f64: return hipify_ptx::bits<word>(first);
    case kind::s32: return static_cast<uint32_t>(static_cast<int32_t>(random % 2001) - 1000);
    case kind::e4m3x4:
    case kind::e5m2x4: {
      // Any finite number of these is as good as another one.
      uint32_t bits = static_cast<uint32_t>(random);
      return which == kind::e4m3x4 ? bits & 0xbfbfbfbfu : bits & 0xbbbbbbbbu;
    }
    default: return hipify_ptx::bits<uint32_t>(static_cast<float>(first));
  }
}

// GPUs line up a product of subnormal numbers as one of the smallest normal ones, and lose bits below.
__device__ word size_of_half(word bits) {
  const word size = bits & 0x7fffu;
  return size != 0 && size < 0x400u ? 0x400u : size;
}

// Gives a translation the inputs of its lane, or their magnitudes.
template <class Case, bool Magnitudes>
struct reader {
  const word* inputs;
  template <class T>
  __device__ T get(int index) const {
    word all = inputs[index];
    if (Magnitudes) {
      switch (Case::kind_of(index)) {
        case kind::f16x2: all = size_of_half(all) | size_of_half(all >> 16) << 16; break;
        case kind::bf16x2: all &= 0x7fff7fffu; break;
        case kind::tf32:
        case kind::f32: all &= 0x7fffffffu; break;
        case kind::f64: all &= 0x7fffffffffffffffull; break;
        case kind::e4m3x4:
        case kind::e5m2x4: all &= 0x7f7f7f7fu; break;
        default: break;
      }
    }
    T value;
    memcpy(&value, &all, sizeof(T));
    return value;
  }
};

__device__ bool is_close(double original, double ours, double size, double bound) {
  if (isnan(original) || isnan(ours)) return isnan(original) == isnan(ours) || isinf(size) || isnan(size);
  if (original == ours || isinf(size) || isnan(size)) return true;
  return fabs(original - ours) <= bound * size + 1e-37;
}

__device__ double as_double(uint16_t half) { return hipify_ptx::widen<hipify_ptx::type::f16>(half); }

__device__ bool agree(kind which, word original, word ours, word size, double bound) {
  if (original == ours) return true;
  if (bound == 0) return which == kind::f64 && isnan(hipify_ptx::bits<double>(original)) && isnan(hipify_ptx::bits<double>(ours));
  if (which == kind::f32) {
    return is_close(hipify_ptx::bits<float>(static_cast<uint32_t>(original)), hipify_ptx::bits<float>(static_cast<uint32_t>(ours)),
        hipify_ptx::bits<float>(static_cast<uint32_t>(size)), bound);
  }
  for (int shift = 0; shift < 32; shift += 16) {
    const double least = 6e-8;  // a subnormal f16
    const double of_size = as_double(static_cast<uint16_t>(size >> shift));
    if (!is_close(as_double(static_cast<uint16_t>(original >> shift)), as_double(static_cast<uint16_t>(ours >> shift)),
            of_size + least / bound, bound)) return false;
  }
  return true;
}

// The row of 16 bytes that a lane has the address of; a warp has 256 of them, no two lanes the same.
__device__ uint32_t row_of(uint32_t random) {
  const uint32_t shift = __shfl_sync(~0u, random, 0), step = __shfl_sync(~0u, random, 1) | 1u;
  const uint32_t row = (threadIdx.x % 32 * step + shift) & 255u;
  return static_cast<uint32_t>(__cvta_generic_to_shared(tiles + threadIdx.x / 32 * 32 * TILE)) + 16u * row;
}

template <class Case, class Read>
__device__ void fill_tile(const Read& in) {
  __syncthreads();
  for (int i = 0; i < TILE; ++i) tiles[threadIdx.x * TILE + i] = in.template get<word>(i) * 0x9e3779b97f4a7c15ull + i;
  __syncthreads();
}

__device__ void keep_tile(word* out) {
  __syncthreads();
  for (int i = 0; i < TILE; ++i) out[i] = tiles[threadIdx.x * TILE + i];
}

// Where the four matrices of a warp lie, in shared or in global memory.
constexpr int AREA = 2048, AREAS = 4;  // bytes
__shared__ __align__(32) char shared_areas[BLOCK / 32 * AREAS * AREA];
__device__ __align__(32) char global_areas[BLOCKS * (BLOCK / 32) * AREAS * AREA];

template <bool Shared>
__device__ char* area(int which) {
  const int warp = threadIdx.x / 32, place = Shared ? warp : blockIdx.x * (BLOCK / 32) + warp;
  return (Shared ? shared_areas : global_areas) + (place * AREAS + which) * AREA;
}

// Words of a lane lie beside those of the other lanes.
template <bool Shared, class Word, int First, int Words, class Read>
__device__ void fill_area(const Read& in, int which) {
  static_assert(Words * 32 * sizeof(Word) <= AREA, "a matrix fits its area");
  __syncthreads();
  for (int i = 0; i < Words; ++i) reinterpret_cast<Word*>(area<Shared>(which))[32 * i + threadIdx.x % 32] = in.template get<Word>(First + i);
  __syncthreads();
}

template <bool Shared, class Word, int Words>
__device__ void clear_area(int which) {
  static_assert(Words * 32 * sizeof(Word) <= AREA, "a matrix fits its area");
  __syncthreads();
  for (int i = 0; i < Words; ++i) reinterpret_cast<Word*>(area<Shared>(which))[32 * i + threadIdx.x % 32] = 0;
  __syncthreads();
}

template <bool Shared, class Word, int Words>
__device__ void keep_area(word* out, int which) {
  __syncthreads();
  for (int i = 0; i < Words; ++i) out[i] = reinterpret_cast<Word*>(area<Shared>(which))[32 * i + threadIdx.x % 32];
}

struct found {
  unsigned long long tried, mismatches;
  double worst;
};

template <class Case>
__global__ void compared(uint64_t seed, int how, found* all) {
  word inputs[Case::inputs], original[Case::outputs] = {}, ours[Case::outputs] = {}, sizes[Case::outputs] = {};
  const uint64_t thread = blockIdx.x * BLOCK + threadIdx.x;
  for (int i = 0; i < Case::inputs; ++i) inputs[i] = register_of(Case::kind_of(i), mixed(mixed(seed + thread) + i), how);
  Case::original(reader<Case, false>{inputs}, original);
  Case::ours(reader<Case, false>{inputs}, ours);
  if (Case::bound != 0) Case::ours(reader<Case, true>{inputs}, sizes);
  bool same = true;
  for (int i = 0; i < Case::outputs; ++i) same = same && agree(Case::result, original[i], ours[i], sizes[i], Case::bound);
  atomicAdd(&all->tried, 1ull);
  if (!same && atomicAdd(&all->mismatches, 1ull) == 0) {
    for (int i = 0; i < Case::outputs; ++i) printf("  %s mode %d: %llx, ours %llx, size %llx\n", Case::name(), how, original[i], ours[i], sizes[i]);
  }
}

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  fprintf(stderr, "%s\n", cudaGetErrorString(status));
  exit(1);
}

template <class Case>
void run(int number, FILE* results) {
  found* all;
  check(cudaMallocManaged(&all, sizeof(found)));
  *all = found{};
  for (int how = 0; how < MODES; ++how) {
    for (int round = 0; round < 16; ++round) compared<Case><<<BLOCKS, BLOCK>>>(1000003ull * number + 7919 * round + how, how, all);
  }
  check(cudaDeviceSynchronize());
  fprintf(results, "{\"number\": %d, \"tried\": %llu, \"mismatches\": %llu}\n", number, all->tried, all->mismatches);
  if (all->mismatches) printf("%s: %llu of %llu differ\n", Case::name(), all->mismatches, all->tried);
  check(cudaFree(all));
}

#include "matrix_cases.hpp"

int main(int count, char** arguments) {
  FILE* results = fopen(count > 1 ? arguments[1] : "matrix.jsonl", "w");
#include "matrix_calls.hpp"
  fclose(results);
  return 0;
}
