// ---------------------------------------------------------------------------------------------------------------------
// Formats of floating-point numbers, and how a value is rounded to one.
//
// What follows works on bits where C++ leaves a choice to the platform: NaNs, signs of zeros, subnormal numbers,
// directed rounding. A sum, a product or a conversion of `float` and `double` themselves is that of IEEE 754, rounded
// to nearest, with subnormal numbers, on either platform; unless a program is compiled with -ffast-math or with
// -fgpu-flush-denormals-to-zero (-ftz=true), under which neither holds.

// A body that starts with this computes what it says, operation by operation: `a * b + c` isn't fused.
#if HIPIFY_PTX_ON_AMD
#define HIPIFY_PTX_AS_WRITTEN _Pragma("clang fp contract(off) reassociate(off)")
#else
#define HIPIFY_PTX_AS_WRITTEN
#endif

// `.rn` (ties to even), `.rz`, `.rm` (down), `.rp` (up), `.rna` (to nearest, ties away from zero). `.rni` and the like
// round in the same ways, to an integer.
enum class rounding { rn, rz, rm, rp, rna };

template <class A, class B>
inline constexpr bool same = false;
template <class A>
inline constexpr bool same<A, A> = true;

// The types of PTX, as template arguments. A register of such a type is `held` in a C++ type.
namespace type {

template <class Held>
struct integer {
  using held = Held;
  static constexpr int lanes = 1;
  static constexpr bool is_float = false;
  static constexpr bool is_signed = static_cast<Held>(-1) < static_cast<Held>(0);
  static constexpr int width = 8 * sizeof(Held);
};
struct u8 : integer<uint8_t> {};
struct u16 : integer<uint16_t> {};
struct u32 : integer<uint32_t> {};
struct u64 : integer<uint64_t> {};
struct s8 : integer<int8_t> {};
struct s16 : integer<int16_t> {};
struct s32 : integer<int32_t> {};
struct s64 : integer<int64_t> {};

// A format as IEEE 754 lays it out: a sign, an exponent, a mantissa. `Carrier` is a C++ type that holds all its values.
template <class Held, class Bits, class Carrier, int ExponentBits, int MantissaBits>
struct ieee {
  using held = Held;
  using bits_type = Bits;
  using carrier = Carrier;
  static constexpr int lanes = 1;
  static constexpr bool is_float = true;
  static constexpr int mantissa = MantissaBits;
  static constexpr int bias = (1 << (ExponentBits - 1)) - 1;
  static constexpr Bits sign = static_cast<Bits>(Bits{1} << (ExponentBits + MantissaBits));
  static constexpr Bits nan = static_cast<Bits>(sign - 1);  // the canonical one
  static constexpr Bits infinity = static_cast<Bits>(((Bits{1} << ExponentBits) - 1) << MantissaBits);
  static constexpr Bits largest = static_cast<Bits>(infinity - 1);
  static constexpr Bits one = static_cast<Bits>(static_cast<Bits>(bias) << MantissaBits);
  static constexpr Bits normal = static_cast<Bits>(Bits{1} << MantissaBits);       // the smallest one
  static constexpr Bits quiet = static_cast<Bits>(Bits{1} << (MantissaBits - 1));  // what tells a quiet NaN
};
struct f64 : ieee<double, uint64_t, double, 11, 52> {};
struct f32 : ieee<float, uint32_t, float, 8, 23> {};
struct f16 : ieee<uint16_t, uint16_t, float, 5, 10> {};
struct bf16 : ieee<uint16_t, uint16_t, float, 8, 7> {};

// Two numbers in one register, the first one in its lower half.
template <class Held, class Lane>
struct pair_of {
  using held = Held;
  using lane = Lane;
  static constexpr int lanes = 2;
};
struct f16x2 : pair_of<uint32_t, f16> {};
struct bf16x2 : pair_of<uint32_t, bf16> {};
struct f32x2 : pair_of<uint64_t, f32> {};

}  // namespace type

// Both halves of a register, and a register of two halves.
HIPIFY_PTX_FN uint16_t low(uint32_t both) { return static_cast<uint16_t>(both); }
HIPIFY_PTX_FN uint16_t high(uint32_t both) { return static_cast<uint16_t>(both >> 16); }
HIPIFY_PTX_FN uint32_t joined(uint16_t low, uint16_t high) { return low | static_cast<uint32_t>(high) << 16; }
HIPIFY_PTX_FN float low(uint64_t both) { return bits<float>(static_cast<uint32_t>(both)); }
HIPIFY_PTX_FN float high(uint64_t both) { return bits<float>(static_cast<uint32_t>(both >> 32)); }
HIPIFY_PTX_FN uint64_t joined(float low, float high) {
  return bits<uint32_t>(low) | static_cast<uint64_t>(bits<uint32_t>(high)) << 32;
}

template <class T>
HIPIFY_PTX_FN typename T::bits_type raw(typename T::held x) {
  return bits<typename T::bits_type>(x);
}

template <class T>
HIPIFY_PTX_FN bool is_nan(typename T::held x) {
  return (raw<T>(x) & T::nan) > T::infinity;
}

template <class T>
HIPIFY_PTX_FN bool is_finite(typename T::held x) {
  return (raw<T>(x) & T::nan) < T::infinity;
}

template <class T>
HIPIFY_PTX_FN bool is_negative(typename T::held x) {
  return (raw<T>(x) & T::sign) != 0;
}

// A zero of the sign of x.
template <class T>
HIPIFY_PTX_FN typename T::held zero_of(typename T::held x) {
  return bits<typename T::held>(static_cast<typename T::bits_type>(raw<T>(x) & T::sign));
}

// x, or the canonical NaN if it is one.
template <class T>
HIPIFY_PTX_FN typename T::held canonical(typename T::held x) {
  return is_nan<T>(x) ? bits<typename T::held>(T::nan) : x;
}

// `.ftz`: a subnormal number becomes a zero of its sign.
template <class T, bool Ftz = true>
HIPIFY_PTX_FN typename T::held flush(typename T::held x) {
  if constexpr (Ftz) {
    typename T::bits_type b = raw<T>(x);
    if ((b & T::infinity) == 0) b &= T::sign;
    return bits<typename T::held>(b);
  } else {
    return x;
  }
}

// `.sat`: the nearest in [+0, 1], and +0 for a NaN. `.relu`: +0 for what is negative, the canonical NaN for a NaN.
template <class T, bool Sat, bool Relu = false>
HIPIFY_PTX_FN typename T::held clamp(typename T::held x) {
  typename T::bits_type b = raw<T>(x);
  if constexpr (Sat) {
    if ((b & T::sign) != 0 || b > T::infinity) b = 0;
    if (b > T::one) b = T::one;
  }
  if constexpr (Relu) {
    if (is_nan<T>(x)) {
      b = T::nan;
    } else if ((b & T::sign) != 0) {
      b = 0;
    }
  }
  return bits<typename T::held>(b);
}

// Sums and products rounded to nearest, each by itself.
#if HIPIFY_PTX_ON_AMD
HIPIFY_PTX_FN float add_rn(float a, float b) {
  HIPIFY_PTX_AS_WRITTEN
  return a + b;
}
HIPIFY_PTX_FN double add_rn(double a, double b) {
  HIPIFY_PTX_AS_WRITTEN
  return a + b;
}
HIPIFY_PTX_FN float mul_rn(float a, float b) {
  HIPIFY_PTX_AS_WRITTEN
  return a * b;
}
HIPIFY_PTX_FN double mul_rn(double a, double b) {
  HIPIFY_PTX_AS_WRITTEN
  return a * b;
}
#else
HIPIFY_PTX_FN float add_rn(float a, float b) { return __fadd_rn(a, b); }
HIPIFY_PTX_FN double add_rn(double a, double b) { return __dadd_rn(a, b); }
HIPIFY_PTX_FN float mul_rn(float a, float b) { return __fmul_rn(a, b); }
HIPIFY_PTX_FN double mul_rn(double a, double b) { return __dmul_rn(a, b); }
#endif
HIPIFY_PTX_FN float fma_rn(float a, float b, float c) { return ::fmaf(a, b, c); }
HIPIFY_PTX_FN double fma_rn(double a, double b, double c) { return ::fma(a, b, c); }

// CUDA's functions of these names with two underscores, which are never merged into a fused multiply-add. Those of HIP
// are plain operators, and are.
#if HIPIFY_PTX_ON_AMD
HIPIFY_PTX_FN float fsub_rn(float a, float b) {
  HIPIFY_PTX_AS_WRITTEN
  return a - b;
}
HIPIFY_PTX_FN double dsub_rn(double a, double b) {
  HIPIFY_PTX_AS_WRITTEN
  return a - b;
}
#else
HIPIFY_PTX_FN float fsub_rn(float a, float b) { return __fsub_rn(a, b); }
HIPIFY_PTX_FN double dsub_rn(double a, double b) { return __dsub_rn(a, b); }
#endif
HIPIFY_PTX_FN float fadd_rn(float a, float b) { return add_rn(a, b); }
HIPIFY_PTX_FN double dadd_rn(double a, double b) { return add_rn(a, b); }
HIPIFY_PTX_FN float fmul_rn(float a, float b) { return mul_rn(a, b); }
HIPIFY_PTX_FN double dmul_rn(double a, double b) { return mul_rn(a, b); }

// a + b "rounded to odd": cut off, and where that cuts something off, the last bit is set. What is rounded again from
// that, to two bits fewer at least, is as if it were rounded once from the true sum. For sums that don't overflow.
template <class T>
HIPIFY_PTX_FN typename T::held add_to_odd(typename T::held a, typename T::held b) {
  using held = typename T::held;
  held sum = add_rn(a, b);
  held of_b = add_rn(sum, -a);
  held error = add_rn(add_rn(a, -add_rn(sum, -of_b)), add_rn(b, -of_b));  // sum + error is a + b
  if (!is_finite<T>(sum) || error == 0) return sum;
  typename T::bits_type odd = raw<T>(sum);
  if (is_negative<T>(error) != is_negative<T>(sum)) --odd;
  return bits<held>(odd | 1);
}

// The next number towards zero, and away from it.
HIPIFY_PTX_FN float inward(float x) { return bits<float>(bits<uint32_t>(x) - 1); }
HIPIFY_PTX_FN float outward(float x) { return bits<float>(bits<uint32_t>(x) + 1); }

// A `double` rounded to `float`. `.ftz` flushes what is subnormal after it was rounded to 24 bits: not what is so near
// to the smallest normal number that it becomes that, but what becomes it only because subnormal numbers have fewer
// bits.
template <rounding R, bool Ftz = false>
HIPIFY_PTX_FN float to_f32(double x) {
  if constexpr (Ftz) {
    uint32_t scaled = bits<uint32_t>(to_f32<R>(mul_rn(x, 0x1p64))) & type::f32::nan;
    if (scaled < bits<uint32_t>(0x1p-62f)) return bits<float>(is_negative<type::f64>(x) ? type::f32::sign : 0);
  }
  float nearest = static_cast<float>(x);
  double back = static_cast<double>(nearest);
  bool negative = is_negative<type::f64>(x);
  bool is_above = negative ? back < x : back > x;  // in magnitude
  bool is_below = negative ? back > x : back < x;
  if constexpr (R == rounding::rz) return is_above ? inward(nearest) : nearest;
  if constexpr (R == rounding::rm || R == rounding::rp) {
    if (negative == (R == rounding::rm)) return is_below ? outward(nearest) : nearest;
    return is_above ? inward(nearest) : nearest;
  }
  return nearest;
}

// A `double` rounded to odd as a `float`.
HIPIFY_PTX_FN float to_f32_odd(double x) {
  float cut = to_f32<rounding::rz>(x);
  uint32_t inexact = static_cast<double>(cut) != x && !is_nan<type::f64>(x);
  return bits<float>(bits<uint32_t>(cut) | inexact);
}

// The same for a result that was rounded to nearest as the smallest normal number, with `exact` the value that was
// rounded, or that rounded to odd.
template <class T>
HIPIFY_PTX_FN bool was_subnormal(typename T::held result, double exact) {
  constexpr double normal = T::bias == 127 ? 0x1p-126 : 0x1p-14;
  constexpr double half_a_bit_less = 1 - 1.0 / (uint64_t{4} << T::mantissa);
  constexpr double limit = normal * half_a_bit_less;
  return (raw<T>(result) & T::nan) == T::normal && exact < limit && exact > -limit;
}

HIPIFY_PTX_FN int highest_bit(uint32_t x) { return 31 - __clz(static_cast<int>(x)); }
HIPIFY_PTX_FN int highest_bit(uint64_t x) { return 63 - __clzll(static_cast<long long>(x)); }

// The bits of the number of a format that is nearest to significand * 2^exponent, by the rules of a rounding; a number
// beyond the largest one becomes infinity, or the largest one if the rounding says so or `Finite` does. The lowest bit
// of a significand of more than `mantissa` + 2 bits may stand for all that was cut off below it.
template <class To, rounding R, bool Finite = false, class Word>
HIPIFY_PTX_FN Word encode(bool negative, Word significand, int exponent) {
  constexpr int width = 8 * sizeof(Word);
  constexpr Word half = Word{1} << (width - 1);
  Word sign = negative ? static_cast<Word>(To::sign) : 0;
  if (significand == 0) return sign;
  // How many of the lowest bits go, so that no more than `mantissa` + 1 stay, and none below the smallest subnormal.
  int dropped = highest_bit(significand) - To::mantissa;
  constexpr int smallest = 1 - To::bias - To::mantissa;
  if (dropped < smallest - exponent) dropped = smallest - exponent;
  Word kept, rest;  // `rest` in units of 2^-width of the last bit kept
  if (dropped <= 0) {
    kept = significand << -dropped;
    rest = 0;
  } else if (dropped < width) {
    kept = significand >> dropped;
    rest = significand << (width - dropped);
  } else {
    kept = 0;
    rest = dropped == width ? significand : 1;
  }
  bool up = false;
  if constexpr (R == rounding::rn) up = rest > half || (rest == half && (kept & 1) != 0);
  if constexpr (R == rounding::rna) up = rest >= half;
  if constexpr (R == rounding::rm) up = negative && rest != 0;
  if constexpr (R == rounding::rp) up = !negative && rest != 0;
  if (up) ++kept;
  // The leading bit of `kept` is one that the format doesn't store: it counts as one of the exponent, which is
  // therefore one less here. A subnormal number has no such bit, and the exponent 0.
  constexpr bool reaches_infinity = !Finite && R != rounding::rz;
  bool stops = (R == rounding::rm && !negative) || (R == rounding::rp && negative);
  Word most = reaches_infinity && !stops ? static_cast<Word>(To::infinity) : static_cast<Word>(To::largest);
  int above = exponent + dropped - smallest;
  Word result = above > 2 * To::bias + 1 ? most : static_cast<Word>(static_cast<Word>(above) << To::mantissa) + kept;
  return sign | (result > static_cast<Word>(To::largest) ? most : result);
}

// A `float` or `double` rounded to a format. The NaN of a float becomes the canonical one; that of a double keeps its
// sign and the upper bits of its payload.
template <class To, rounding R, bool Finite = false>
HIPIFY_PTX_FN typename To::bits_type narrow(float x) {
  uint32_t b = bits<uint32_t>(x);
  uint32_t biased = (b >> 23) & 0xff, mantissa = b & 0x7fffff;
  bool negative = (b >> 31) != 0;
  if (biased == 0xff) {
    if (mantissa != 0) return To::nan;
    return static_cast<typename To::bits_type>((negative ? To::sign : 0) | (Finite ? To::largest : To::infinity));
  }
  uint32_t significand = biased == 0 ? mantissa : mantissa | 0x800000;
  int exponent = static_cast<int>(biased == 0 ? 1 : biased) - 150;
  return static_cast<typename To::bits_type>(encode<To, R, Finite>(negative, significand, exponent));
}
template <class To, rounding R, bool Finite = false>
HIPIFY_PTX_FN typename To::bits_type narrow(double x) {
  uint64_t b = bits<uint64_t>(x);
  uint64_t biased = (b >> 52) & 0x7ff, mantissa = b & 0xfffffffffffff;
  bool negative = (b >> 63) != 0;
  if (biased == 0x7ff) {
    if (mantissa != 0) {
      uint64_t payload = (mantissa >> (52 - To::mantissa)) | To::quiet | To::infinity;
      return static_cast<typename To::bits_type>((negative ? To::sign : 0) | payload);
    }
    return static_cast<typename To::bits_type>((negative ? To::sign : 0) | (Finite ? To::largest : To::infinity));
  }
  uint64_t significand = biased == 0 ? mantissa : mantissa | 0x10000000000000;
  int exponent = static_cast<int>(biased == 0 ? 1 : biased) - 1075;
  return static_cast<typename To::bits_type>(encode<To, R, Finite>(negative, significand, exponent));
}
