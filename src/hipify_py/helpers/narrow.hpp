// ---------------------------------------------------------------------------------------------------------------------
// Numbers of 8, 6 and 4 bits, two in a register; the first one of two operands goes into the upper half.

namespace type {

// A format of the Open Compute Project. Only e5m2 has infinities, only e5m2 and e4m3 have NaNs; elsewhere a NaN becomes
// the largest number, which is why it stands for `nan` here.
template <int ExponentBits, int MantissaBits, int Largest, int Nan>
struct small {
  using bits_type = uint32_t;
  static constexpr int mantissa = MantissaBits;
  static constexpr int bias = (1 << (ExponentBits - 1)) - 1;
  static constexpr int width = 1 + ExponentBits + MantissaBits;
  static constexpr uint32_t sign = 1u << (width - 1);
  static constexpr uint32_t largest = Largest;
  static constexpr uint32_t infinity = Largest;  // all conversions have `.satfinite`
  static constexpr uint32_t nan = Nan;
};
struct e4m3 : small<4, 3, 0x7e, 0x7f> {};
struct e5m2 : small<5, 2, 0x7b, 0x7f> {};
struct e2m3 : small<2, 3, 0x1f, 0x1f> {};
struct e3m2 : small<3, 2, 0x1f, 0x1f> {};
struct e2m1 : small<2, 1, 0x07, 0x07> {};

// Two of them. Those of 6 bits have 8 bits each.
template <class Held, class Lane>
struct small_pair {
  using held = Held;
  using lane = Lane;
  static constexpr int shift = Lane::width == 4 ? 4 : 8;
};
struct e4m3x2 : small_pair<uint16_t, e4m3> {};
struct e5m2x2 : small_pair<uint16_t, e5m2> {};
struct e2m3x2 : small_pair<uint16_t, e2m3> {};
struct e3m2x2 : small_pair<uint16_t, e3m2> {};
struct e2m1x2 : small_pair<uint8_t, e2m1> {};

}  // namespace type

// One of these numbers, nearest to a float and no infinity. `.relu` makes of what is negative a zero.
template <class T, bool Relu>
HIPIFY_PTX_FN uint32_t to_small(float x) {
  uint32_t result = narrow<T, rounding::rn, true>(x);
  return Relu && (result & T::sign) != 0 ? 0 : result;
}

// The f16 of the same value.
template <class T, bool Relu>
HIPIFY_PTX_FN uint16_t from_small(uint32_t x) {
  uint32_t exponent = (x & (T::sign - 1)) >> T::mantissa, mantissa = x & ((1u << T::mantissa) - 1);
  bool negative = (x & T::sign) != 0;
  if (T::nan > T::largest && (x & (T::sign - 1)) > T::largest) {
    if (same<T, type::e5m2> && mantissa == 0) return Relu && negative ? 0 : (negative ? 0xfc00 : 0x7c00);
    return type::f16::nan;
  }
  if (Relu && negative) return 0;
  uint32_t significand = exponent == 0 ? mantissa : mantissa | 1u << T::mantissa;
  int unit = static_cast<int>(exponent == 0 ? 1 : exponent) - T::bias - T::mantissa;
  return static_cast<uint16_t>(encode<type::f16, rounding::rz>(negative, significand, unit));
}

// cvt of two floats, or of a pair of 16 bits each (`Lane`), to a pair of small numbers.
template <class To, bool Relu = false>
HIPIFY_PTX_FN typename To::held cvt_small(float a, float b) {
  using lane = typename To::lane;
  return static_cast<typename To::held>(to_small<lane, Relu>(a) << To::shift | to_small<lane, Relu>(b));
}
template <class To, class From, bool Relu = false>
HIPIFY_PTX_FN typename To::held cvt_small(uint32_t a) {
  return cvt_small<To, Relu>(widen<typename From::lane>(high(a)), widen<typename From::lane>(low(a)));
}

// cvt of a pair of small numbers to f16x2.
template <class From, bool Relu = false>
HIPIFY_PTX_FN uint32_t cvt_from_small(typename From::held a) {
  using lane = typename From::lane;
  return joined(from_small<lane, Relu>(a), from_small<lane, Relu>(a >> From::shift));
}

// ue8m0: a power of two from 2^-127 to 2^127 as its exponent; 0xff is NaN. The sign of a number isn't regarded.
template <rounding R, bool Finite>
HIPIFY_PTX_FN uint32_t to_ue8m0(float x) {
  uint32_t b = bits<uint32_t>(x) & 0x7fffffff;
  if (b > 0x7f800000) return 0xff;
  if (b == 0x7f800000) return Finite ? 0xfe : 0xff;
  uint32_t exponent = b >> 23, mantissa = b & 0x7fffff;
  // 2^-127 is a subnormal float.
  bool up = R == rounding::rp && (exponent == 0 ? mantissa > 0x400000 : mantissa != 0);
  return up && !(Finite && exponent == 0xfe) ? exponent + 1 : exponent;
}

template <rounding R, bool Finite>
HIPIFY_PTX_FN uint16_t cvt_ue8m0(float a, float b) {
  return static_cast<uint16_t>(to_ue8m0<R, Finite>(a) << 8 | to_ue8m0<R, Finite>(b));
}
template <rounding R, bool Finite>
HIPIFY_PTX_FN uint16_t cvt_ue8m0(uint32_t a) {
  return cvt_ue8m0<R, Finite>(widen<type::bf16>(high(a)), widen<type::bf16>(low(a)));
}

HIPIFY_PTX_FN uint16_t from_ue8m0(uint32_t x) {
  if (x == 0xff) return type::bf16::nan;
  return static_cast<uint16_t>(x == 0 ? 0x40 : x << 7);
}
HIPIFY_PTX_FN uint32_t cvt_from_ue8m0(uint16_t a) { return joined(from_ue8m0(a & 0xff), from_ue8m0(a >> 8)); }
