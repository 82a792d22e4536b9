// What several instructions share and is more than a formula.
#pragma once

#include "machine.hpp"

#include <utility>

namespace amdgcn {

uint64_t permuted_bytes(uint64_t data, uint32_t select);
uint64_t half_toward_zero(float value);
uint32_t hardware_register(Wave &, unsigned number);
void set_hardware_register(uint32_t place, uint32_t value);
uint64_t passed_time();
void scalar_load(Wave &, const Instruction &, unsigned words);

// A sum in the range of a type, or what of it the type has.
template <class T> inline T limited(int64_t sum, bool clamp) {
  constexpr bool is_signed = T(-1) < T(0);
  constexpr int64_t most = is_signed ? (1ll << (8 * sizeof(T) - 1)) - 1 : (int64_t)(T)~T(0), least = is_signed ? -most - 1 : 0;
  return (T)(!clamp ? sum : sum < least ? least : sum > most ? most : sum);
}

// Numbers of 8 bits as gfx942 has them: one zero, one NaN (0x80), no infinities.
template <int Mantissa> inline uint64_t narrow8(float value) {
  constexpr int bias = 1 << (6 - Mantissa);
  if (!std::isfinite(value)) return 0x80;
  const float size = std::fabs(value);
  if (size == 0) return 0;
  const int exponent = std::max(std::ilogb(size), 1 - bias);
  const int steps = (int)std::nearbyint(std::ldexp(size, Mantissa - exponent));
  const int bits = steps + ((exponent + bias - 1) << Mantissa);
  return bits > 0x7f ? 0x80 : bits == 0 ? 0 : bits | (std::signbit(value) ? 0x80 : 0);
}
template <int Mantissa> inline uint64_t wide8(uint64_t bits) {
  constexpr int bias = 1 << (6 - Mantissa);
  bits &= 0xff;
  if (bits == 0x80) return float_bits(std::nanf(""));
  const int field = bits >> Mantissa & ((1 << (7 - Mantissa)) - 1), steps = bits & ((1 << Mantissa) - 1);
  const float size = std::ldexp((float)(field ? steps + (1 << Mantissa) : steps), std::max(field, 1) - bias - Mantissa);
  return float_bits(bits & 0x80 ? -size : size);
}
// The mantissa with a random number added, which wraps around.
inline float jittered(uint64_t bits, uint64_t random) { return bits_float((bits & 0xff800000) | ((bits + random) & 0x7fffff)); }
inline uint64_t placed(uint64_t old, uint64_t bits, unsigned at, uint64_t mask) { return (old & ~(mask << at)) | bits << at; }

// Scales one side of a division, so that its steps neither overflow nor lose bits.
template <class F, int Far, int By> inline uint64_t division_scale(uint64_t s0, uint64_t s1, uint64_t s2, uint64_t &vcc, int lane) {
  const auto value = [](uint64_t bits) { if constexpr (sizeof(F) == 4) return bits_float(bits); else return bits_double(bits); };
  const F wanted = value(s0), denominator = value(s1), numerator = value(s2);
  const auto denormal = [](F x) { return x != 0 && std::fpclassify(x) == FP_SUBNORMAL; };
  constexpr int tiny = sizeof(F) == 4 ? 23 : 53;
  const bool is_denominator = wanted == denominator, is_numerator = wanted == numerator;
  bool scaled = false;
  F result = wanted;
  if (numerator == 0 || denominator == 0) {
    result = NAN;
  } else if (fn_exponent(numerator) - fn_exponent(denominator) >= Far) {
    scaled = true;
    if (is_denominator) result = std::ldexp(wanted, By);
  } else if (denormal(denominator)) {
    result = std::ldexp(wanted, By);
  } else if (denormal(F(1) / denominator) && denormal(numerator / denominator)) {
    scaled = true;
    if (is_denominator) result = std::ldexp(wanted, -By);
  } else if (denormal(F(1) / denominator)) {
    result = std::ldexp(wanted, -By);
  } else if (denormal(numerator / denominator)) {
    scaled = true;
    if (is_numerator) result = std::ldexp(wanted, By);
  } else if (fn_exponent(numerator) <= tiny) {
    result = std::ldexp(wanted, By);
  }
  vcc = (vcc & ~(1ull << lane)) | (uint64_t)scaled << lane;
  return float_bits(result);
}

// The last step of a division, which takes back the scale of one side. The documents leave out that it goes both ways.
template <class F> inline F unscaled(bool scaled, F a, F b, F c) {
  constexpr int by = sizeof(F) == 4 ? 64 : 128, bias = sizeof(F) == 4 ? 127 : 1023;
  if (!scaled) return std::fma(a, b, c);
  // Rounded once, after the scale: a result that is too small for all of its bits must not be rounded before.
  const __float128 sum = (__float128)a * b + c, factor = (__float128)std::ldexp(1.0, by);
  return (F)(fn_exponent(c) > bias ? sum * factor : sum / factor);
}

// What a quotient is where its steps could not find it. They give no number where it is too large.
template <class F> inline F fixed_up(F quotient, F denominator, F numerator) {
  if (numerator != numerator) return numerator;
  if (denominator != denominator) return denominator;
  const F sign = fn_sign(denominator) != fn_sign(numerator) ? F(-1) : F(1);
  const bool is_infinite = std::isinf(denominator);
  if ((numerator == 0 && denominator == 0) || (is_infinite && std::isinf(numerator))) return F(NAN);
  if (denominator == 0 || std::isinf(numerator)) return sign * F(INFINITY);
  if (is_infinite || numerator == 0) return sign * F(0);
  if (fn_exponent(numerator) - fn_exponent(denominator) < (sizeof(F) == 4 ? -150 : -1075)) return sign * F(0);
  return std::copysign(quotient != quotient ? F(INFINITY) : quotient, sign);
}

// Each lane takes a register from the lane that its address names.
template <unsigned lanes> inline void bring_lanes(Wave &wave, const Instruction &i) {
  const uint64_t active = wave.mask(EXEC_LO);
  uint32_t taken[64] = {};
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const unsigned from = (wave.vector[i.s0.number][lane] + i.offset) / 4 % lanes;
    if (active >> from & 1) taken[lane] = wave.vector[i.s1.number][from];
  }
  for (unsigned lane = 0; lane < lanes; ++lane)
    if (active >> lane & 1) wave.vector[i.d.number][lane] = taken[lane];
}

template <unsigned lanes> inline void send_lanes(Wave &wave, const Instruction &i) {
  const uint64_t active = wave.mask(EXEC_LO);
  uint32_t sent[64] = {};
  for (unsigned lane = 0; lane < lanes; ++lane)
    if (active >> lane & 1) sent[(wave.vector[i.s0.number][lane] + i.offset) / 4 % lanes] = wave.vector[i.s1.number][lane];
  for (unsigned lane = 0; lane < lanes; ++lane)
    if (active >> lane & 1) wave.vector[i.d.number][lane] = sent[lane];
}

template <unsigned lanes> inline void swizzle_lanes(Wave &wave, const Instruction &i) {
  const uint64_t active = wave.mask(EXEC_LO);
  const unsigned control = (uint16_t)i.offset;
  uint32_t taken[64] = {};
  for (unsigned lane = 0; lane < lanes; ++lane) {
    unsigned from;
    if (control & 0x8000) {
      if (control & 0x7f00) fail("ds_swizzle_b32 in a mode of its own");
      from = (lane & ~3u) | (control >> 2 * (lane & 3) & 3);
    } else {
      const unsigned low = (((lane & 31 & control) | (control >> 5 & 31)) ^ (control >> 10 & 31)) & 31;
      from = (lane & ~31u) | low;
    }
    if (active >> from & 1) taken[lane] = wave.vector[i.s0.number][from];
  }
  for (unsigned lane = 0; lane < lanes; ++lane)
    if (active >> lane & 1) wave.vector[i.d.number][lane] = taken[lane];
}

template <unsigned lanes> inline void permute_rows(Wave &wave, const Instruction &i, unsigned other) {
  const uint64_t active = wave.mask(EXEC_LO);
  const uint64_t select = (uint64_t)scalar_source(wave, i.s2, i.immediate[2], 32) << 32 | (uint32_t)scalar_source(wave, i.s1, i.immediate[1], 32);
  uint32_t before[64];
  std::memcpy(before, wave.vector[i.s0.number], sizeof before);
  for (unsigned lane = 0; lane < lanes; ++lane)
    if (active >> lane & 1) wave.vector[i.d.number][lane] = before[((lane / 16) ^ other) * 16 + (select >> 4 * (lane % 16) & 15)];
}

// -- matrices --------------------------------------------------------------------------------------------------------

struct F32 { static constexpr int bits = 32; static float of(uint64_t word, bool) { return bits_float(word); } };
struct F16 { static constexpr int bits = 16; static float of(uint64_t word, bool) { return (float)bits_Float16(word); } };
struct BF16 { static constexpr int bits = 16; static float of(uint64_t word, bool) { return bits_float(word << 16); } };
struct I8 { static constexpr int bits = 8; static int of(uint64_t word, bool is_signed) { return is_signed ? (int)(int8_t)word : (int)(uint8_t)word; } };
struct I4 { static constexpr int bits = 4; static int of(uint64_t word, bool is_signed) { return is_signed ? (int)sign_extend(word, 4) : (int)(word & 15); } };

// Element k of a row or column that a lane holds in registers from `operand` on.
template <class Element> inline auto element(const Wave &wave, const Operand &operand, unsigned lane, unsigned k, bool is_signed) {
  const uint32_t word = wave.vector[operand.number + k * Element::bits / 32][lane];
  return Element::of((word >> k * Element::bits % 32) & (uint32_t)((1ull << Element::bits) - 1), is_signed);
}
template <class Sum> inline Sum sum_of(const Wave &wave, const Instruction &i, unsigned number, unsigned lane) {
  if (i.s2.kind == IMMEDIATE) { Sum value; std::memcpy(&value, &i.immediate[2], 4); return value; }
  Sum value;
  std::memcpy(&value, &wave.vector[i.s2.number + number][lane], 4);
  return value;
}

// MFMA of sixteen blocks of 4x4: lane n of a block has row n of A, column n of B, and column n of C and D, whose row is the
// register. A may be another block's.
template <class Element, class Sum> inline void small_blocks(Wave &wave, const Instruction &i, unsigned depth) {
  if (i.blgp) fail("BLGP of a matrix instruction");
  Sum results[4][64];
  for (unsigned lane = 0; lane < 64; ++lane) {
    const unsigned block = ((lane / 4) >> i.broadcast << i.broadcast) + (i.broadcast ? i.abid : 0);
    for (unsigned row = 0; row < 4; ++row) {
      Sum sum = sum_of<Sum>(wave, i, row, lane);
      for (unsigned k = 0; k < depth; ++k)
        sum += (Sum)element<Element>(wave, i.s0, 4 * block + row, k, true) * (Sum)element<Element>(wave, i.s1, lane, k, true);
      results[row][lane] = sum;
    }
  }
  for (unsigned row = 0; row < 4; ++row) std::memcpy(wave.vector[i.d.number + row], results[row], sizeof results[row]);
}

// WMMA of RDNA 3: lanes n and n + 16 have row n of A and column n of B. Register r of lane l has row 2r + l / 16 and column
// l % 16 of C and D.
template <class Element, class Sum> inline void wave_matrix(Wave &wave, const Instruction &i) {
  Sum results[8][32];
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned r = 0; r < 8; ++r) {
      Sum sum = sum_of<Sum>(wave, i, r, lane);
      for (unsigned k = 0; k < 16; ++k)
        sum += (Sum)element<Element>(wave, i.s0, 2 * r + lane / 16, k, i.neg & 1) * (Sum)element<Element>(wave, i.s1, lane % 16, k, i.neg & 2);
      results[r][lane] = sum;
    }
  for (unsigned r = 0; r < 8; ++r) std::memcpy(wave.vector[i.d.number + r], results[r], sizeof results[r]);
}

}  // namespace amdgcn
