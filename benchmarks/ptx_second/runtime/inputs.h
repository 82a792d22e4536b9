// Inputs: the same numbers for each kernel, thread and operand on both sides.
#pragma once
#include <math.h>
#include <stdint.h>
#include <string.h>

#include <string>

namespace second {

struct Dice {
  uint64_t state;
  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  uint32_t below(uint32_t n) { return static_cast<uint32_t>((next() >> 32) * n >> 32); }
};

template <class T, class From>
T bits_as(From from) {
  T to;
  memcpy(&to, &from, sizeof(T));
  return to;
}

// An integer of `width` bits: edges, few bits, any magnitude, anything.
inline uint64_t any_integer(Dice& dice, int width) {
  uint64_t mask = ~0ull >> (64 - width), x = dice.next() & mask;
  uint64_t top = 1ull << (width - 1);
  switch (dice.below(5)) {
    case 0: {
      const uint64_t edges[] = {0, 1, 2, 3, 7, 31, 32, 127, 128, 255, 256, 0x7fff, 0x8000, 0xffff, top, top + 1, top - 1};
      x = edges[dice.below(sizeof edges / sizeof *edges)];
      return (dice.below(2) ? x : ~x + dice.below(2)) & mask;
    }
    case 1: return x & dice.next() & dice.next() & mask;
    case 2: return (x >> dice.below(width)) & mask;
    case 3: return ~(x >> dice.below(width)) & mask;
    default: return x;
  }
}

// A number of a format with `exponent` and `fraction` bits, as bits.
inline uint64_t any_float(Dice& dice, int exponent, int fraction) {
  const int width = exponent + fraction + 1;
  const uint64_t sign = static_cast<uint64_t>(dice.below(2)) << (width - 1);
  const uint64_t ones = (1ull << fraction) - 1, top = (1ull << exponent) - 1, bias = top >> 1;
  const uint64_t random = dice.next() & ones;
  switch (dice.below(8)) {
    case 0: {
      const uint64_t edges[] = {0, 1, ones, ones + 1, ones + 2, bias << fraction, (bias << fraction) + 1, (bias << fraction) - 1,
                                (bias + 1) << fraction, (bias - 1) << fraction, (bias << fraction) | (ones + 1) >> 1,
                                (top << fraction) - 1, top << fraction, (top << fraction) | (ones + 1) >> 1,
                                (top << fraction) | 1, (top << fraction) | ones};
      return sign | edges[dice.below(sizeof edges / sizeof *edges)];
    }
    case 1: return sign | random;                                                        // subnormal
    case 2: return sign | (bias - 1 + dice.below(3)) << fraction | random;              // near 1
    case 3: {  // whole numbers and simple fractions
      const uint64_t power = bias - 1 + dice.below(fraction + 2);
      return sign | power << fraction | (random & ~(ones >> dice.below(fraction + 1)));
    }
    case 4: return sign | (bias - fraction + dice.below(2 * fraction)) << fraction | random;
    case 5: return sign | (dice.below(2) ? dice.below(4) : top - 1 - dice.below(3)) << fraction | random;
    default: return sign | (dice.next() % (top + 1)) << fraction | random;
  }
}

// Two in a word. Each draw is a statement of its own in this file: compilers choose the order within an expression.
template <class Draw>
uint64_t pairs(Draw draw) {
  const uint64_t low = draw(), high = draw();
  return low | high << 16;
}

inline uint64_t tiny_float(Dice& dice) { return bits_as<uint32_t>(static_cast<float>(static_cast<int>(dice.below(9)) - 4)); }

inline uint64_t tiny_f16(Dice& dice) {
  const uint16_t numbers[] = {0, 0x3c00, 0x4000, 0x4200, 0x4400, 0xbc00, 0xc000, 0xc200, 0x3800};
  return numbers[dice.below(9)];
}

// A number of a wider format near the numbers, halves and edges of a narrower one.
inline double near_narrow(Dice& dice, int exponent, int fraction) {
  const uint64_t narrow = any_float(dice, exponent, fraction);
  const int bias = (1 << (exponent - 1)) - 1, power = static_cast<int>(narrow >> fraction & ((1 << exponent) - 1));
  double x = static_cast<double>(narrow & ((1ull << fraction) - 1)) / static_cast<double>(1ull << fraction);
  x = power ? ldexp(1 + x, power - bias) : ldexp(x, 1 - bias);
  const double ulp = ldexp(1, (power ? power : 1) - bias - fraction);
  const double steps[] = {0, 0.5, 0.25, 0.75, 0.5 + 0x1p-12, 0.5 - 0x1p-12, 0x1p-12, 1 - 0x1p-12};
  x += ulp * steps[dice.below(8)];
  return dice.below(2) ? -x : x;
}

inline uint64_t drawn(const std::string& pool, Dice& dice) {
  if (pool == "u16" || pool == "s16") return any_integer(dice, 16);
  if (pool == "u32" || pool == "s32") return any_integer(dice, 32);
  if (pool == "u64" || pool == "s64") return any_integer(dice, 64);
  if (pool == "f32") return any_float(dice, 8, 23);
  if (pool == "f64") return any_float(dice, 11, 52);
  if (pool == "f16") return any_float(dice, 5, 10);
  if (pool == "bf16") return any_float(dice, 8, 7);
  if (pool == "f16x2") return pairs([&] { return any_float(dice, 5, 10); });
  if (pool == "bf16x2") return pairs([&] { return any_float(dice, 8, 7); });
  if (pool == "shift") return dice.below(8) ? dice.below(72) : any_integer(dice, 32);
  if (pool == "lane") return dice.below(32);
  if (pool == "nth") return static_cast<uint64_t>(static_cast<int64_t>(dice.below(8)) - 4);
  if (pool == "flag") return dice.below(2) ? any_integer(dice, 32) : 0;
  if (pool == "rare") return dice.below(48) == 0 ? 5 : 0;
  if (pool == "divisor") {  // neither 0 nor -1
    const uint64_t x = any_integer(dice, dice.below(2) ? 15 : 7);
    return x ? x : 3;
  }
  if (pool == "finite") {
    uint64_t x = any_float(dice, 8, 23);
    return (x & 0x7f800000) == 0x7f800000 ? x & 0x807fffff : x;
  }
  if (pool == "normal") {  // sums of two are no subnormal numbers
    const uint64_t x = any_float(dice, 8, 23) & 0x807fffff;
    return x | static_cast<uint64_t>(100 + dice.below(60)) << 23;
  }
  if (pool == "near") {
    const uint64_t x = any_float(dice, 8, 23) & 0x807fffff;
    return x | static_cast<uint64_t>(87 + dice.below(80)) << 23;
  }
  if (pool == "exponent") {
    if (dice.below(4) == 0) return any_float(dice, 8, 23);
    return bits_as<uint32_t>((static_cast<float>(dice.below(1u << 24)) / 65536.f - 128.f) * 1.2f);
  }
  if (pool == "angle") {
    if (dice.below(16) == 0) {
      const uint32_t sign = dice.below(2) << 31;
      return sign | 0x7f800000u | dice.below(2) * 0x400000u;
    }
    return bits_as<uint32_t>((static_cast<float>(dice.below(1u << 24)) / 8388608.f - 1.f) * 3.1415f);
  }
  if (pool == "f32as64") return dice.below(4) ? bits_as<uint64_t>(near_narrow(dice, 8, 23)) : any_float(dice, 11, 52);
  if (pool == "f16as64") return dice.below(4) ? bits_as<uint64_t>(near_narrow(dice, 5, 10)) : any_float(dice, 11, 52);
  if (pool == "f16as32") {
    return dice.below(4) ? bits_as<uint32_t>(static_cast<float>(near_narrow(dice, 5, 10))) : any_float(dice, 8, 23);
  }
  if (pool == "f8as32") {
    const float x = static_cast<float>(dice.below(2) ? near_narrow(dice, 4, 3) : near_narrow(dice, 5, 2));
    return dice.below(6) ? bits_as<uint32_t>(x) : any_float(dice, 8, 23);
  }
  if (pool == "tiny" || pool == "tinyf32") return tiny_float(dice);
  if (pool == "tiny64") return bits_as<uint64_t>(static_cast<double>(static_cast<int>(dice.below(9)) - 4));
  if (pool == "tinyf16x2") return pairs([&] { return tiny_f16(dice); });
  if (pool == "tinybf16x2") return pairs([&] { return tiny_float(dice) >> 16; });
  return ~0ull;  // the judge refuses pools that it does not know
}

// One operand of one thread. Now and then it is what the operand before it is, or nearly: sums that cancel.
inline uint64_t input(const std::string& pool, const std::string& before, uint64_t last, Dice& dice) {
  const uint64_t x = drawn(pool, dice);
  if (pool != before || dice.below(6)) return x;
  const int width = pool == "u64" || pool == "s64" || pool == "f64" ? 64 : pool.back() == '6' ? 16 : 32;
  const bool may_change = pool[0] == 'u' || pool[0] == 's' || pool == "f32" || pool == "f64" || pool == "f16";
  if (!may_change || pool == "shift") return last;
  switch (dice.below(4)) {
    case 0: return last;
    case 1: return last ^ 1;
    case 2: return last ^ 1ull << (width - 1);
    default: return last ^ 1ull << (width - 1) ^ dice.below(16);
  }
}

}  // namespace second
