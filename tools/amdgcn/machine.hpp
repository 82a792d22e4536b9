// What an instruction of AMD's sets sees of the machine: a wave with its registers, its block and its memory.
#pragma once

#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace amdgcn {

using u128 = unsigned __int128;

// An operand of an instruction. Scalar registers have the numbers of their encoding; from FIRST_SPECIAL on follow those
// that have a place of their own here.
enum Kind : uint8_t { NONE, SCALAR, VECTOR, IMMEDIATE };
struct Operand {
  Kind kind;
  uint8_t reserved;
  uint16_t number;
};
enum Special : uint16_t { VCC_LO = 106, EXEC_LO = 126, SCC_PLACE = 128, SHARED_BASE = 130, PRIVATE_BASE = 132, SINK = 136, SCALARS = 140 };

struct Wave;
struct Instruction {
  uint32_t form;
  uint32_t address;  // of the instruction, from the start of the loaded code object
  uint32_t size;
  int32_t offset;   // of memory, or a branch in words, or the 16 bits of a scalar instruction
  int32_t offset1;  // of the second access of an instruction that makes two
  Operand d, sd, s0, s1, s2;
  uint64_t immediate[3];
  uint8_t neg, abs, opsel, opsel_hi, neg_hi, clamp, omod, segment;
  uint16_t dpp;  // control of lanes, or NO_DPP
  uint8_t row_mask, bank_mask, bound_control, fetch_inactive;
  uint8_t sdwa, dst_sel, dst_unused, sel0, sel1, sext;
  uint8_t broadcast, abid, blgp;
  uint8_t continues;  // the next record belongs to the same instruction
};
constexpr uint16_t NO_DPP = 0xffff;

struct Error {
  std::string text;
};
[[noreturn]] void fail(const std::string &text);

struct Block;
struct Wave {
  uint32_t scalar[SCALARS];
  uint32_t (*vector)[64];
  uint64_t pc;      // an address
  uint32_t number;  // in its block
  uint32_t lanes;
  bool ended, waits, waits_for_grid, yields;
  Block *block;

  uint64_t pair(unsigned number) const { return scalar[number] | (uint64_t)scalar[number + 1] << 32; }
  void set_pair(unsigned number, uint64_t value) { scalar[number] = (uint32_t)value, scalar[number + 1] = value >> 32; }
  uint64_t mask(unsigned number) const { return lanes == 64 ? pair(number) : scalar[number]; }
};

// What asks the host for something, such as assert of device code. Nothing answers.
constexpr uint64_t HOST_CALLS = 0x0000'7fff'0000'0000, HOST_CALLS_END = HOST_CALLS + 0x10000;
// Addresses of local and private memory in the flat space: above those that a process has.
constexpr uint64_t SHARED_APERTURE = 0x0001'0000'0000'0000, PRIVATE_APERTURE = 0x0002'0000'0000'0000;
// The place of memory that a wave names, for `size` bytes; out of bounds is an Error.
void *flat_memory(Wave &, unsigned lane, uint64_t address, unsigned size);
void *local_memory(Wave &, uint64_t offset, unsigned size);
void *private_memory(Wave &, unsigned lane, uint64_t offset, unsigned size);

// -- values ----------------------------------------------------------------------------------------------------------

inline uint64_t float_bits(_Float16 value) { uint16_t bits; std::memcpy(&bits, &value, 2); return bits; }
inline uint64_t float_bits(float value) { uint32_t bits; std::memcpy(&bits, &value, 4); return bits; }
inline uint64_t float_bits(double value) { uint64_t bits; std::memcpy(&bits, &value, 8); return bits; }
inline _Float16 bits_Float16(uint64_t bits) { const uint16_t half = bits; _Float16 value; std::memcpy(&value, &half, 2); return value; }
inline float bits_float(uint64_t bits) { const uint32_t word = bits; float value; std::memcpy(&value, &word, 4); return value; }
inline double bits_double(uint64_t bits) { double value; std::memcpy(&value, &bits, 8); return value; }

template <class T> inline T bit_slice(T bits, int high, int low) {
  const int width = high - low + 1;
  if (width >= (int)(8 * sizeof(T))) return bits >> low;
  return (bits >> low) & ((T(1) << width) - 1);
}
template <class T> inline T with_bits(T bits, int high, int low, uint64_t value) {
  const int width = high - low + 1;
  const T mask = width >= (int)(8 * sizeof(T)) ? ~T(0) : ((T(1) << width) - 1) << low;
  return (bits & ~mask) | ((T(value) << low) & mask);
}
inline int64_t sign_extend(uint64_t bits, int width) { return (int64_t)(bits << (64 - width)) >> (64 - width); }
template <class T> inline T reverse_bits(T bits, int width) {
  T result = 0;
  for (int each = 0; each < width; ++each) result |= ((bits >> each) & 1) << (width - 1 - each);
  return result;
}
// Conversion to integers saturates, and no number is zero.
template <class T, class F> inline T to_integer(F value) {
  const double wide = (double)value;
  if (wide != wide) return 0;
  constexpr bool is_signed = T(-1) < T(0);
  constexpr int bits = 8 * sizeof(T) - (is_signed ? 1 : 0);
  const double limit = std::ldexp(1.0, bits);
  if (wide >= limit) return (T)(~T(0)) == T(-1) && is_signed ? (T)((T(1) << (bits - 1)) - 1 + (T(1) << (bits - 1))) : (T)~T(0);
  if (wide <= (is_signed ? -limit : -1.0)) return is_signed ? (T)(T(1) << (bits % (8 * sizeof(T)))) : 0;
  return (T)wide;
}
template <class T> inline T shift_left(T value, uint64_t count) { return count >= 8 * sizeof(T) ? 0 : (T)((u128)value << count); }
template <class T> inline T shift_right(T value, uint64_t count) {
  return count >= 8 * sizeof(T) ? (T)(value < 0 ? -1 : 0) : (T)(value >> count);
}
template <class T> inline T power_of_two(double base, double exponent) { return (T)std::pow(base, exponent); }

inline bool fn_isNAN(double value) { return value != value; }
inline bool is_quiet(float value) { return float_bits(value) >> 22 & 1; }
inline bool is_quiet(double value) { return float_bits(value) >> 51 & 1; }
inline bool is_quiet(_Float16 value) { return float_bits(value) >> 9 & 1; }
template <class F> inline bool fn_isSignalNAN(F value) { return value != value && !is_quiet(value); }
template <class F> inline bool fn_isQuietNAN(F value) { return value != value && is_quiet(value); }
template <class F> inline F fn_cvtToQuietNAN(F value) { return value; }  // arithmetic of the host has made it quiet
inline bool fn_isEven(double value) { return std::fmod(value, 2) == 0; }
template <class F> inline bool fn_sign(F value) { return std::signbit((double)value); }
template <class F> inline bool fn_LT_NEG_ZERO(F a, F b) { return a < b || (a == 0 && b == 0 && fn_sign(a) && !fn_sign(b)); }
template <class F> inline bool fn_GT_NEG_ZERO(F a, F b) { return fn_LT_NEG_ZERO(b, a); }
inline int fn_exponent(_Float16 value) { return float_bits(value) >> 10 & 31; }
inline int fn_exponent(float value) { return float_bits(value) >> 23 & 255; }
inline int fn_exponent(double value) { return float_bits(value) >> 52 & 2047; }
inline int fn_bitCount(uint64_t value) { return __builtin_popcountll(value); }
inline int fn_countbits(uint64_t value) { return __builtin_popcountll(value); }
inline int fn_count_ones(uint64_t value) { return __builtin_popcountll(value); }
inline int fn_s_ff1_i32_b32(uint64_t value) { return (uint32_t)value ? __builtin_ctz((uint32_t)value) : -1; }
inline int fn_s_ff1_i32_b64(uint64_t value) { return value ? __builtin_ctzll(value) : -1; }
template <class T> inline T fn_abs(T value) { return value < 0 ? (T)-value : value; }
inline _Float16 fn_abs(_Float16 value) { return bits_Float16(float_bits(value) & 0x7fff); }
inline float fn_abs(float value) { return std::fabs(value); }
inline double fn_abs(double value) { return std::fabs(value); }
inline float fn_fma(float a, float b, float c) { return std::fma(a, b, c); }
inline double fn_fma(double a, double b, double c) { return std::fma(a, b, c); }
// The product of two halves is exact in float; the sum is rounded to odd there, so that the second rounding is right.
inline _Float16 fn_fma(_Float16 a, _Float16 b, _Float16 c) { return (_Float16)std::fma((double)a, (double)b, (double)c); }
template <class F> inline F fn_floor(F value) { return (F)std::floor((double)value); }
template <class F> inline F fn_trunc(F value) { return (F)std::trunc((double)value); }
template <class F> inline F fn_fract(F value) { return (F)((double)value - std::floor((double)value)); }
template <class F> inline F fn_sqrt(F value) { return (F)std::sqrt((double)value); }
template <class F> inline F fn_ldexp(F value, int by) { return (F)std::ldexp((double)value, by); }
template <class F> inline F fn_mantissa(F value) { int by; return (F)std::frexp((double)value, &by); }
template <class F> inline F fn_pow(F base, F exponent) { return (F)std::pow((double)base, (double)exponent); }
template <class F> inline F fn_log2(F value) { return (F)std::log2((double)value); }
template <class F> inline F fn_sin(F value) { return (F)std::sin((double)value); }
template <class F> inline F fn_cos(F value) { return (F)std::cos((double)value); }
template <class T> inline int64_t fn_signext(T value) { return (int64_t)value; }
template <class T> inline T fn_signext_from_bit(T value, uint32_t width) { return width ? (T)sign_extend((uint64_t)value, width) : 0; }
inline uint32_t fn_ABSDIFF(uint32_t a, uint32_t b) { return a > b ? a - b : b - a; }
template <class T> inline T fn_reverse_bits(T value) { return reverse_bits(value, 8 * sizeof(T)); }
inline uint32_t fn_u8_to_u32(uint64_t value) { return (uint8_t)value; }
inline int32_t fn_i8_to_i32(uint64_t value) { return (int8_t)value; }
inline uint32_t fn_u4_to_u32(uint64_t value) { return value & 15; }
inline int32_t fn_i4_to_i32(uint64_t value) { return sign_extend(value, 4); }
inline int32_t fn_i16_to_i32(uint64_t value) { return (int16_t)value; }
inline uint32_t fn_u16_to_u32(uint64_t value) { return (uint16_t)value; }

template <class F> inline F smaller(F a, F b) { return a != a ? b : b != b ? a : fn_LT_NEG_ZERO(a, b) ? a : b; }
template <class F> inline F larger(F a, F b) { return a != a ? b : b != b ? a : fn_GT_NEG_ZERO(a, b) ? a : b; }
#define AMDGCN_MINMAX(suffix, type)                                                                     \
  inline type v_min_##suffix(type a, type b) { return smaller(a, b); }                                  \
  inline type v_max_##suffix(type a, type b) { return larger(a, b); }                                   \
  inline type v_min3_##suffix(type a, type b, type c) { return smaller(smaller(a, b), c); }             \
  inline type v_max3_##suffix(type a, type b, type c) { return larger(larger(a, b), c); }
inline bool fn_LT_NEG_ZERO(int a, int b) { return a < b; }
inline bool fn_LT_NEG_ZERO(unsigned a, unsigned b) { return a < b; }
inline bool fn_LT_NEG_ZERO(short a, short b) { return a < b; }
inline bool fn_LT_NEG_ZERO(unsigned short a, unsigned short b) { return a < b; }
AMDGCN_MINMAX(f16, _Float16) AMDGCN_MINMAX(f32, float) AMDGCN_MINMAX(f64, double) AMDGCN_MINMAX(i32, int32_t)
AMDGCN_MINMAX(u32, uint32_t) AMDGCN_MINMAX(i16, int16_t) AMDGCN_MINMAX(u16, uint16_t)

// -- operands --------------------------------------------------------------------------------------------------------

// Where the words of an operand are: the next lane and the next word of a lane are so many words away.
struct View {
  const uint32_t *first;
  uint32_t lane, word;
  uint32_t get(unsigned lane_number, unsigned word_number = 0) const { return first[lane_number * lane + word_number * word]; }
  uint64_t get64(unsigned lane_number) const { return get(lane_number) | (uint64_t)get(lane_number, 1) << 32; }
};
inline View view(const Wave &wave, const Operand &operand, const uint64_t &immediate) {
  if (operand.kind == VECTOR) return {wave.vector[operand.number], 1, 64};
  if (operand.kind == SCALAR) return {wave.scalar + operand.number, 0, 1};
  return {reinterpret_cast<const uint32_t *>(&immediate), 0, 1};
}

// What an instruction's operands are: bits of each, 0 where there is none, and which of them are floats (bit n).
struct Shape {
  int d, s0, s1, s2;
  unsigned floats;      // of the sources
  bool float_result;
  bool lane_result;     // the result is a bit of each lane
  bool carry_in;        // the third source is a bit of each lane
  bool keeps_high;      // 16 bits of a result leave the others of the register
  bool packed;
};

// The lane that data sharing takes from, or -1.
int dpp_source(unsigned control, unsigned lane, unsigned lanes);

template <int Bits> inline uint64_t fetch(const View &at, unsigned lane) {
  return Bits == 64 ? at.get64(lane) : Bits == 0 ? 0 : at.get(lane);
}

template <int Bits, bool Float> inline uint64_t modified(uint64_t value, const Instruction &i, int which) {
  if (Bits == 16 && (i.opsel >> which & 1)) value >>= 16;
  if (Float) {
    if (i.abs >> which & 1) value &= ~(1ull << (Bits - 1));
    if (i.neg >> which & 1) value ^= 1ull << (Bits - 1);
  }
  return Bits == 16 ? value & 0xffff : value;
}

inline uint64_t selected(uint64_t value, unsigned select, bool extend) {
  if (select < 4) return extend ? (uint32_t)(int8_t)(value >> 8 * select) : (uint8_t)(value >> 8 * select);
  if (select < 6) return extend ? (uint32_t)(int16_t)(value >> 16 * (select - 4)) : (uint16_t)(value >> 16 * (select - 4));
  return value;
}

// The halves of a packed source that an instruction names: the low one, then the high one.
template <int Bits, bool Float> inline uint64_t packed_halves(uint64_t value, const Instruction &i, int which) {
  constexpr int half = Bits / 2;
  constexpr uint64_t mask = (1ull << half) - 1;
  uint64_t low = (i.opsel >> which & 1 ? value >> half : value) & mask;
  uint64_t high = (i.opsel_hi >> which & 1 ? value >> half : value) & mask;
  if (Float && (i.neg >> which & 1)) low ^= 1ull << (half - 1);
  if (Float && (i.neg_hi >> which & 1)) high ^= 1ull << (half - 1);
  return high << half | low;
}

template <int Bits> inline uint64_t finished_float(uint64_t bits, const Instruction &i) {
  if (!i.clamp && !i.omod) return bits;
  double value = Bits == 16 ? (double)bits_Float16(bits) : Bits == 32 ? (double)bits_float(bits) : bits_double(bits);
  if (i.omod) value *= i.omod == 3 ? 0.5 : 2 * i.omod;
  if (i.clamp) value = value != value ? 0 : value < 0 ? 0 : value > 1 ? 1 : value;
  return Bits == 16 ? float_bits((_Float16)value) : Bits == 32 ? float_bits((float)value) : float_bits(value);
}

// Runs `body(S0, S1, S2, D0, VCC, lane)` for the lanes that take part.
template <Shape shape, unsigned lanes, class Body> inline void per_lane(Wave &wave, const Instruction &i, Body body) {
  uint64_t active = wave.mask(EXEC_LO);
  View a = view(wave, i.s0, i.immediate[0]), b = view(wave, i.s1, i.immediate[1]), c = view(wave, i.s2, i.immediate[2]);
  uint32_t shared[64][2];
  if (__builtin_expect(i.dpp != NO_DPP, 0)) {
    uint64_t taking = 0;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      if (!(i.row_mask >> lane / 16 & 1) || !(i.bank_mask >> lane % 16 / 4 & 1)) continue;
      const int from = dpp_source(i.dpp, lane, lanes);
      const bool valid = from >= 0 && (i.fetch_inactive || (active >> from & 1));
      if (!valid && !i.bound_control) continue;
      taking |= 1ull << lane;
      shared[lane][0] = valid ? a.get(from) : 0;
      shared[lane][1] = valid && shape.s0 == 64 ? a.get(from, 1) : 0;
    }
    active &= taking;
    a = {shared[0], 2, 1};
  }
  const unsigned carry = shape.carry_in && i.s2.kind == SCALAR ? i.s2.number : VCC_LO;
  const uint64_t carries = wave.mask(carry);
  uint64_t bits = shape.lane_result || i.sd.kind != NONE ? 0 : carries;
  uint64_t mask_out = 0;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (!(active >> lane & 1)) continue;
    uint64_t S0 = fetch<shape.s0>(a, lane), S1 = fetch<shape.s1>(b, lane);
    uint64_t S2 = shape.carry_in ? 0 : fetch<shape.s2>(c, lane);
    if (shape.packed) {
      if (shape.s0) S0 = packed_halves<shape.s0 == 64 ? 64 : 32, (shape.floats & 1) != 0>(S0, i, 0);
      if (shape.s1) S1 = packed_halves<shape.s1 == 64 ? 64 : 32, (shape.floats & 2) != 0>(S1, i, 1);
      if (shape.s2 && shape.d == shape.s2 && !(shape.d == 32 && !shape.keeps_high)) S2 = packed_halves<shape.s2 == 64 ? 64 : 32, (shape.floats & 4) != 0>(S2, i, 2);
    } else {
      if (i.sdwa) S0 = selected(S0, i.sel0, i.sext & 1), S1 = selected(S1, i.sel1, i.sext & 2);
      S0 = modified<shape.s0, (shape.floats & 1) != 0>(S0, i, 0);
      S1 = modified<shape.s1, (shape.floats & 2) != 0>(S1, i, 1);
      S2 = modified<shape.s2, (shape.floats & 4) != 0>(S2, i, 2);
    }
    uint64_t old = 0;
    uint32_t *result = nullptr;
    if (!shape.lane_result) {
      result = wave.vector[i.d.number] + lane;
      old = shape.d == 64 ? result[0] | (uint64_t)result[64] << 32 : result[0];
    }
    uint64_t D0 = shape.lane_result ? mask_out : old, VCC = (carries & (1ull << lane)) | bits;
    body(S0, S1, S2, D0, VCC, lane);
    if (shape.lane_result) {
      mask_out = D0;
      continue;
    }
    bits = VCC;
    if (shape.float_result && !shape.packed) D0 = finished_float<shape.d>(D0, i);
    if (shape.d == 64) {
      result[0] = (uint32_t)D0, result[64] = D0 >> 32;
    } else if (i.sdwa && i.dst_sel != 6) {
      const unsigned width = i.dst_sel < 4 ? 8 : 16, at = i.dst_sel < 4 ? 8 * i.dst_sel : 16 * (i.dst_sel - 4);
      const uint32_t field = ((1u << width) - 1) << at;
      const uint32_t rest = i.dst_unused == 2 ? (uint32_t)old & ~field : 0;
      uint32_t value = rest | (((uint32_t)D0 << at) & field);
      if (i.dst_unused == 1 && (D0 >> (width - 1) & 1)) value |= ~(((1u << width) - 1) << at) & (~0u << at);
      result[0] = value;
    } else if (shape.d == 16 && (i.opsel & 8)) {
      result[0] = ((uint32_t)old & 0xffff) | (uint32_t)D0 << 16;
    } else if (shape.d == 16 && shape.keeps_high) {
      result[0] = ((uint32_t)old & 0xffff0000) | ((uint32_t)D0 & 0xffff);
    } else {
      result[0] = (uint32_t)D0;
    }
  }
  const auto write = [&](unsigned number, uint64_t value) {
    if (lanes == 64) wave.set_pair(number, value); else wave.scalar[number] = (uint32_t)value;
  };
  if (shape.lane_result) write(i.d.number, mask_out & active);
  else if (i.sd.kind != NONE) write(i.sd.number, bits & active);
}

// Runs `body(S0, S1, D0)` once.
inline uint64_t scalar_source(const Wave &wave, const Operand &operand, uint64_t immediate, int bits) {
  if (operand.kind == IMMEDIATE) return immediate;
  if (operand.kind == NONE) return 0;
  return bits == 64 ? wave.pair(operand.number) : wave.scalar[operand.number];
}
inline void scalar_result(Wave &wave, const Operand &operand, uint64_t value, int bits) {
  if (bits == 64) wave.set_pair(operand.number, value); else wave.scalar[operand.number] = (uint32_t)value;
}

// -- memory ----------------------------------------------------------------------------------------------------------

enum Segment : uint8_t { FLAT, GLOBAL, SCRATCH, LOCAL, BUFFER };
struct Cell {  // the memory of one lane's access
  Wave &wave;
  const Instruction &i;
  unsigned lane;
  template <class T> T *at(uint64_t address) const {
    void *place = i.segment == LOCAL ? local_memory(wave, (uint32_t)address, sizeof(T))
                  : i.segment == SCRATCH || i.segment == BUFFER ? private_memory(wave, lane, address, sizeof(T))
                                         : flat_memory(wave, lane, address, sizeof(T));
    return static_cast<T *>(place);
  }
  template <class T> T load(uint64_t address) const { T value; std::memcpy(&value, at<T>(address), sizeof(T)); return value; }
  template <class T> void store(uint64_t address, T value) const { std::memcpy(at<T>(address), &value, sizeof(T)); }
};
inline u128 words_of(const Wave &wave, const Operand &operand, unsigned lane) {
  if (operand.kind != VECTOR) return 0;
  u128 value = 0;
  for (int word = 0; word < 4 && operand.number + word < 512; ++word) value |= (u128)wave.vector[operand.number + word][lane] << 32 * word;
  return value;
}
inline uint64_t lane_address(const Wave &wave, const Instruction &i, unsigned lane) {
  const View vector = view(wave, i.s0, i.immediate[0]);
  if (i.segment == LOCAL) return vector.get(lane);
  uint64_t address = (int64_t)i.offset;
  if (i.segment == BUFFER) {  // gfx90a reaches private memory by a buffer of all lanes; its stack pointer counts for all
    if (wave.pair(i.sd.number)) fail("a buffer that is not private memory");
    if (i.s0.kind == VECTOR) address += vector.get(lane);
    if (i.s2.kind == SCALAR) address += wave.scalar[i.s2.number] / wave.lanes;
    return (uint32_t)address;
  }
  if (i.segment == SCRATCH) {
    if (i.s0.kind == VECTOR) address += vector.get(lane);
    if (i.s2.kind == SCALAR) address += wave.scalar[i.s2.number];
    return (uint32_t)address;
  }
  if (i.s2.kind == SCALAR) return address + wave.pair(i.s2.number) + vector.get(lane);
  return address + vector.get64(lane);
}
// Runs `body(memory, address, DATA, DATA2, RESULT, lane)` for the lanes that take part and writes the result's words.
template <int Words, unsigned lanes, class Body> inline void per_access(Wave &wave, const Instruction &i, Body body) {
  const uint64_t active = wave.mask(EXEC_LO);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (!(active >> lane & 1)) continue;
    u128 result = words_of(wave, i.d, lane);
    const Operand second = i.segment == LOCAL ? i.s2 : Operand{NONE, 0, 0};
    body(Cell{wave, i, lane}, lane_address(wave, i, lane), words_of(wave, i.s1, lane), words_of(wave, second, lane), result, lane);
    if (i.d.kind == VECTOR)
      for (int word = 0; word < Words; ++word) wave.vector[i.d.number + word][lane] = (uint32_t)(result >> 32 * word);
  }
}

}  // namespace amdgcn
