// ---------------------------------------------------------------------------------------------------------------------
// Integers: moving, comparing, arithmetic, single bits, carries.

// The unsigned type of a size. Its arithmetic wraps as that of PTX does; signed overflow is undefined in C++.
template <int Bytes>
struct unsigned_of_size;
template <>
struct unsigned_of_size<2> {
  using type = uint16_t;
};
template <>
struct unsigned_of_size<4> {
  using type = uint32_t;
};
template <>
struct unsigned_of_size<8> {
  using type = uint64_t;
};
template <class T>
using unsigned_of = typename unsigned_of_size<sizeof(T)>::type;

// The type twice as wide, which holds a whole product.
template <class T>
struct double_width_of;
template <>
struct double_width_of<uint16_t> {
  using type = uint32_t;
};
template <>
struct double_width_of<int16_t> {
  using type = int32_t;
};
template <>
struct double_width_of<uint32_t> {
  using type = uint64_t;
};
template <>
struct double_width_of<int32_t> {
  using type = int64_t;
};
template <>
struct double_width_of<uint64_t> {
  using type = unsigned __int128;
};
template <>
struct double_width_of<int64_t> {
  using type = __int128;
};
template <class T>
using double_width = typename double_width_of<T>::type;

template <class T>
constexpr bool is_signed = static_cast<T>(-1) < static_cast<T>(1);
template <class T>
constexpr uint32_t width_of = 8 * sizeof(T);

// mov d, {a, b, ...}: the first element goes into the lowest bits.
template <class Register, class Element, int N>
HIPIFY_PTX_FN Register pack(vec<Element, N> elements) {
  Register result = 0;
  for (int i = 0; i < N; ++i) {
    result |= static_cast<Register>(static_cast<Register>(elements[i]) << (width_of<Element> * i));
  }
  return result;
}

// mov {a, b, ...}, s
template <class Element, class Register, int N>
HIPIFY_PTX_FN vec<Element, N> unpack(Register value) {
  vec<Element, N> elements;
  for (int i = 0; i < N; ++i) elements[i] = static_cast<Element>(value >> (width_of<Element> * i));
  return elements;
}

// What a comparison sees: with `.ftz` a subnormal float is a zero of its sign.
template <bool Ftz, class T>
HIPIFY_PTX_FN T compared(T value) {
  if constexpr (Ftz) {
    const uint32_t pattern = bits<uint32_t>(value);
    return (pattern & 0x7f800000u) == 0 ? bits<T>(pattern & 0x80000000u) : value;
  } else {
    return value;
  }
}

// What set writes: true is 1.0f as a float and all ones as an integer.
template <class Result>
HIPIFY_PTX_FN Result truth(bool value) {
  return static_cast<Result>(value ? -1 : 0);
}
template <>
HIPIFY_PTX_FN float truth<float>(bool value) {
  return value ? 1.0f : 0.0f;
}

// setp and set, as functions of this kind: setp_lt<T>(a, b), setp_lt<T>(a, b, q), setp_lt_and<T>(a, b, c),
// setp_lt_and<T>(a, b, c, q), set_lt<Result, T>(a, b), set_lt_and<Result, T>(a, b, c). The second destination, q, gets
// the opposite of the comparison, combined with the same c.
#define HIPIFY_PTX_COMPARISON(name, expression)          \
  template <class T, bool Ftz = false>                   \
  HIPIFY_PTX_FN bool setp_##name(T a, T b) {             \
    a = compared<Ftz>(a);                                \
    b = compared<Ftz>(b);                                \
    return expression;                                   \
  }                                                      \
  template <class T, bool Ftz = false>                   \
  HIPIFY_PTX_FN bool setp_##name(T a, T b, bool& q) {    \
    const bool t = setp_##name<T, Ftz>(a, b);            \
    q = !t;                                              \
    return t;                                            \
  }                                                      \
  template <class Result, class T, bool Ftz = false>     \
  HIPIFY_PTX_FN Result set_##name(T a, T b) {            \
    return truth<Result>(setp_##name<T, Ftz>(a, b));     \
  }                                                      \
  HIPIFY_PTX_COMBINED(name, name##_and, t && c, !t && c) \
  HIPIFY_PTX_COMBINED(name, name##_or, t || c, !t || c)  \
  HIPIFY_PTX_COMBINED(name, name##_xor, t != c, t == c)
#define HIPIFY_PTX_COMBINED(comparison, name, expression, opposite) \
  template <class T, bool Ftz = false>                              \
  HIPIFY_PTX_FN bool setp_##name(T a, T b, bool c) {                \
    const bool t = setp_##comparison<T, Ftz>(a, b);                 \
    return expression;                                              \
  }                                                                 \
  template <class T, bool Ftz = false>                              \
  HIPIFY_PTX_FN bool setp_##name(T a, T b, bool c, bool& q) {       \
    const bool t = setp_##comparison<T, Ftz>(a, b);                 \
    q = opposite;                                                   \
    return expression;                                              \
  }                                                                 \
  template <class Result, class T, bool Ftz = false>                \
  HIPIFY_PTX_FN Result set_##name(T a, T b, bool c) {               \
    return truth<Result>(setp_##name<T, Ftz>(a, b, c));             \
  }
// False with a NaN, `ne` too, unlike `!=`.
HIPIFY_PTX_COMPARISON(eq, a == b)
HIPIFY_PTX_COMPARISON(ne, a < b || a > b)
HIPIFY_PTX_COMPARISON(lt, a < b)
HIPIFY_PTX_COMPARISON(le, a <= b)
HIPIFY_PTX_COMPARISON(gt, a > b)
HIPIFY_PTX_COMPARISON(ge, a >= b)
HIPIFY_PTX_COMPARISON(num, a == a && b == b)
// True with a NaN.
HIPIFY_PTX_COMPARISON(equ, !(a < b || a > b))
HIPIFY_PTX_COMPARISON(neu, !(a == b))
HIPIFY_PTX_COMPARISON(ltu, !(a >= b))
HIPIFY_PTX_COMPARISON(leu, !(a > b))
HIPIFY_PTX_COMPARISON(gtu, !(a <= b))
HIPIFY_PTX_COMPARISON(geu, !(a < b))
HIPIFY_PTX_COMPARISON(nan, !(a == a && b == b))
// Other names for comparisons of unsigned integers.
HIPIFY_PTX_COMPARISON(lo, a < b)
HIPIFY_PTX_COMPARISON(ls, a <= b)
HIPIFY_PTX_COMPARISON(hi, a > b)
HIPIFY_PTX_COMPARISON(hs, a >= b)
#undef HIPIFY_PTX_COMPARISON
#undef HIPIFY_PTX_COMBINED

// slct on a float: a where c is zero (of either sign) or above, b where it is below or NaN.
template <class T, bool Ftz>
HIPIFY_PTX_FN T slct(T a, T b, float c) {
  return compared<Ftz>(c) >= 0.0f ? a : b;
}

// The value nearest to one that may be out of the range of the result.
template <class T, class Wide>
HIPIFY_PTX_FN T clamp_to(Wide value) {
  constexpr int bits_above_zero = is_signed<T> ? width_of<T> - 1 : width_of<T>;
  constexpr Wide highest = (static_cast<Wide>(1) << bits_above_zero) - 1;
  constexpr Wide lowest = is_signed<T> ? -highest - 1 : 0;
  return static_cast<T>(value > highest ? highest : value < lowest ? lowest : value);
}

HIPIFY_PTX_FN int32_t add_sat(int32_t a, int32_t b) { return clamp_to<int32_t>(static_cast<int64_t>(a) + b); }
HIPIFY_PTX_FN int32_t sub_sat(int32_t a, int32_t b) { return clamp_to<int32_t>(static_cast<int64_t>(a) - b); }

// mul.wide: the whole product.
template <class T>
HIPIFY_PTX_FN double_width<T> mul_wide(T a, T b) {
  return static_cast<double_width<T>>(a) * static_cast<double_width<T>>(b);
}

// mul.lo: the lower half of the product; the same for signed and unsigned. (Two uint16_t would multiply as int.)
template <class T>
HIPIFY_PTX_FN T mul_lo(T a, T b) {
  return static_cast<T>(1u * static_cast<unsigned_of<T>>(a) * static_cast<unsigned_of<T>>(b));
}

// mul.hi: the upper half of the product.
template <class T>
HIPIFY_PTX_FN T mul_hi(T a, T b) {
  return static_cast<T>(mul_wide<T>(a, b) >> width_of<T>);
}

template <class T>
HIPIFY_PTX_FN T wrapping_add(T a, T b) {
  return static_cast<T>(static_cast<unsigned_of<T>>(a) + static_cast<unsigned_of<T>>(b));
}

template <class T>
HIPIFY_PTX_FN T mad_lo(T a, T b, T c) {
  return wrapping_add<T>(mul_lo<T>(a, b), c);
}
template <class T>
HIPIFY_PTX_FN T mad_hi(T a, T b, T c) {
  return wrapping_add<T>(mul_hi<T>(a, b), c);
}
template <class T>
HIPIFY_PTX_FN double_width<T> mad_wide(T a, T b, double_width<T> c) {
  return wrapping_add<double_width<T>>(mul_wide<T>(a, b), c);
}
HIPIFY_PTX_FN int32_t mad_hi_sat(int32_t a, int32_t b, int32_t c) { return add_sat(mul_hi<int32_t>(a, b), c); }

// mul24, mad24: of the 24 lower bits of a and b; the upper eight are ignored. `hi` is bits 16 to 47 of the product.
template <class T>
HIPIFY_PTX_FN double_width<T> product24(T a, T b) {
  const T low_a = static_cast<T>(static_cast<uint32_t>(a) << 8) >> 8;
  const T low_b = static_cast<T>(static_cast<uint32_t>(b) << 8) >> 8;
  return mul_wide<T>(low_a, low_b);
}
template <class T>
HIPIFY_PTX_FN T mul24_lo(T a, T b) {
  return static_cast<T>(product24<T>(a, b));
}
template <class T>
HIPIFY_PTX_FN T mul24_hi(T a, T b) {
  return static_cast<T>(product24<T>(a, b) >> 16);
}
template <class T>
HIPIFY_PTX_FN T mad24_lo(T a, T b, T c) {
  return wrapping_add<T>(mul24_lo<T>(a, b), c);
}
template <class T>
HIPIFY_PTX_FN T mad24_hi(T a, T b, T c) {
  return wrapping_add<T>(mul24_hi<T>(a, b), c);
}
HIPIFY_PTX_FN int32_t mad24_hi_sat(int32_t a, int32_t b, int32_t c) { return add_sat(mul24_hi<int32_t>(a, b), c); }

// sad: c plus the distance of a and b.
template <class T>
HIPIFY_PTX_FN T sad(T a, T b, T c) {
  using U = unsigned_of<T>;
  const U lower = static_cast<U>(a < b ? a : b);
  const U upper = static_cast<U>(a < b ? b : a);
  return wrapping_add<T>(static_cast<T>(upper - lower), c);
}

// div and rem. Dividing by zero leaves all ones, as NVIDIA's GPUs do (PTX leaves it open; C++ makes it undefined); the
// lowest value divided by -1 is itself.
template <class T>
HIPIFY_PTX_FN T idiv(T a, T b) {
  if (b == 0) return static_cast<T>(-1);
  if (is_signed<T> && b == static_cast<T>(-1)) return static_cast<T>(0u - static_cast<unsigned_of<T>>(a));
  return static_cast<T>(a / b);
}
template <class T>
HIPIFY_PTX_FN T irem(T a, T b) {
  if (b == 0) return static_cast<T>(-1);
  if (is_signed<T> && b == static_cast<T>(-1)) return 0;
  return static_cast<T>(a % b);
}

// abs: the lowest value stays what it is.
template <class T>
HIPIFY_PTX_FN T iabs(T a) {
  return a < 0 ? static_cast<T>(0u - static_cast<unsigned_of<T>>(a)) : a;
}

// min and max. `.relu` is: at least zero.
template <class T>
HIPIFY_PTX_FN T imin(T a, T b) {
  return a < b ? a : b;
}
template <class T>
HIPIFY_PTX_FN T imax(T a, T b) {
  return a > b ? a : b;
}
template <class T>
HIPIFY_PTX_FN T imin_relu(T a, T b) {
  return imax<T>(imin<T>(a, b), 0);
}
template <class T>
HIPIFY_PTX_FN T imax_relu(T a, T b) {
  return imax<T>(imax<T>(a, b), 0);
}

// Two values of 16 bits in one register (.u16x2, .s16x2), each with its own operation.
template <class T>
HIPIFY_PTX_FN T low_half(uint32_t pair) {
  return static_cast<T>(pair);
}
template <class T>
HIPIFY_PTX_FN T high_half(uint32_t pair) {
  return static_cast<T>(pair >> 16);
}
HIPIFY_PTX_FN uint32_t halves(uint32_t low, uint32_t high) { return (low & 0xffffu) | high << 16; }

HIPIFY_PTX_FN uint32_t add_halves(uint32_t a, uint32_t b) { return halves(a + b, (a >> 16) + (b >> 16)); }
#define HIPIFY_PTX_ON_HALVES(name, operation)                                             \
  template <class T>                                                                      \
  HIPIFY_PTX_FN uint32_t name(uint32_t a, uint32_t b) {                                   \
    return halves(static_cast<uint32_t>(operation<T>(low_half<T>(a), low_half<T>(b))),    \
                  static_cast<uint32_t>(operation<T>(high_half<T>(a), high_half<T>(b)))); \
  }
HIPIFY_PTX_ON_HALVES(min_halves, imin)
HIPIFY_PTX_ON_HALVES(max_halves, imax)
HIPIFY_PTX_ON_HALVES(min_halves_relu, imin_relu)
HIPIFY_PTX_ON_HALVES(max_halves_relu, imax_relu)
#undef HIPIFY_PTX_ON_HALVES

// The i-th field of `Bits` bits in a register, as a number: sign-extended if T is signed.
template <class T, int Bits>
HIPIFY_PTX_FN T field_of(uint32_t whole, int i) {
  return static_cast<T>(whole << (32 - Bits * (i + 1))) >> (32 - Bits);
}

// dp4a: c plus the four products of the bytes of a and b.
template <class A, class B>
HIPIFY_PTX_FN uint32_t dp4a(uint32_t a, uint32_t b, uint32_t c) {
#if HIPIFY_PTX_ON_AMD
  // For signed bytes compilers do not find the instruction by themselves.
  if (is_signed<A> && is_signed<B>) {
    return static_cast<uint32_t>(amd_mixed_dot(bits<char4>(a), bits<char4>(b), static_cast<int>(c), false));
  }
#endif
  for (int i = 0; i < 4; ++i) {
    c += static_cast<uint32_t>(field_of<A, 8>(a, i)) * static_cast<uint32_t>(field_of<B, 8>(b, i));
  }
  return c;
}

// dp2a: c plus the products of the halves of a and two bytes of b, the lower (`.lo`) or the upper two (`.hi`).
template <class A, class B>
HIPIFY_PTX_FN uint32_t dp2a_lo(uint32_t a, uint32_t b, uint32_t c) {
  for (int i = 0; i < 2; ++i) {
    c += static_cast<uint32_t>(field_of<A, 16>(a, i)) * static_cast<uint32_t>(field_of<B, 8>(b, i));
  }
  return c;
}
template <class A, class B>
HIPIFY_PTX_FN uint32_t dp2a_hi(uint32_t a, uint32_t b, uint32_t c) {
  return dp2a_lo<A, B>(a, b >> 16, c);
}

// ---------------------------------------------------------------------------------------------------------------------
// Single bits.

// clz: how many zeros are above the highest one; all there are for zero. popc: how many ones there are.
template <class U>
HIPIFY_PTX_FN uint32_t clz(U a) {
  if constexpr (sizeof(U) == 8) {
    return static_cast<uint32_t>(__clzll(static_cast<long long>(a)));
  } else {
    return static_cast<uint32_t>(__clz(static_cast<int>(a)));
  }
}
template <class U>
HIPIFY_PTX_FN uint32_t popc(U a) {
  if constexpr (sizeof(U) == 8) {
    return static_cast<uint32_t>(__popcll(a));
  } else {
    return static_cast<uint32_t>(__popc(a));
  }
}

// bfind: the place of the highest one (of a negative number: of the highest zero), all ones if there is none;
// `.shiftamt` counts from the top instead: by how much to shift that bit up there.
template <class T, bool ShiftAmount>
HIPIFY_PTX_FN uint32_t bfind(T a) {
  const T magnitude = is_signed<T> && a >> (width_of<T> - 1) != 0 ? static_cast<T>(~a) : a;
  if (magnitude == 0) return 0xffffffffu;
  const uint32_t above = clz<unsigned_of<T>>(static_cast<unsigned_of<T>>(magnitude));
  return ShiftAmount ? above : width_of<T> - 1 - above;
}

// fns: the place of the n-th one of a mask, upwards from a base or, with a negative n, downwards, the base included;
// all ones if there is none. With n = 0 the one must be at the base itself.
HIPIFY_PTX_FN uint32_t fns(uint32_t mask, uint32_t base, int32_t n) {
  if (static_cast<uint32_t>(n) == 0x80000000u) return 0;  // as the hardware has it
  if (base > 31) return 0xffffffffu;
  if (n == 0) return (mask >> base & 1) != 0 ? base : 0xffffffffu;
  // Downwards is upwards in the mirrored mask.
  uint32_t rest = n > 0 ? mask >> base << base : __brev(mask) >> (31 - base) << (31 - base);
  const uint32_t count = n > 0 ? static_cast<uint32_t>(n) : 0u - static_cast<uint32_t>(n);
  for (uint32_t skipped = 1; skipped < count && rest != 0; ++skipped) rest &= rest - 1;  // clears the lowest one
  if (rest == 0) return 0xffffffffu;
  const uint32_t place = 31 - clz<uint32_t>(rest & (0u - rest));
  return n > 0 ? place : 31 - place;
}

// shl and shr: a shift by the width or more leaves nothing, or nothing but the sign.
template <class T>
HIPIFY_PTX_FN T shl(T a, uint32_t by) {
  return by < width_of<T> ? static_cast<T>(1u * static_cast<unsigned_of<T>>(a) << by) : static_cast<T>(0);
}
template <class T>
HIPIFY_PTX_FN T shr(T a, uint32_t by) {
  if (by < width_of<T>) return static_cast<T>(a >> by);
  return is_signed<T> ? static_cast<T>(a >> (width_of<T> - 1)) : static_cast<T>(0);
}

// shf: shifts the 64 bits of b (upper) and a (lower) and keeps the upper (`.l`) or the lower (`.r`) half.
HIPIFY_PTX_FN uint64_t joined(uint32_t low, uint32_t high) { return static_cast<uint64_t>(high) << 32 | low; }
HIPIFY_PTX_FN uint32_t shf_l_clamp(uint32_t a, uint32_t b, uint32_t by) {
  return static_cast<uint32_t>(joined(a, b) << (by < 32 ? by : 32) >> 32);
}
HIPIFY_PTX_FN uint32_t shf_l_wrap(uint32_t a, uint32_t b, uint32_t by) {
  return static_cast<uint32_t>(joined(a, b) << (by & 31) >> 32);
}
HIPIFY_PTX_FN uint32_t shf_r_clamp(uint32_t a, uint32_t b, uint32_t by) {
  return static_cast<uint32_t>(joined(a, b) >> (by < 32 ? by : 32));
}
HIPIFY_PTX_FN uint32_t shf_r_wrap(uint32_t a, uint32_t b, uint32_t by) {
  return static_cast<uint32_t>(joined(a, b) >> (by & 31));
}

// The n lowest bits set; all of them if n is the width or more.
template <class U>
HIPIFY_PTX_FN U low_ones(uint32_t n) {
  return n < width_of<U> ? static_cast<U>((static_cast<U>(1) << n) - 1) : static_cast<U>(-1);
}

// bfe: `length` bits from `start`, extended by the sign for signed types; what lies beyond the top is zero or the sign.
// The manual has start and length between 0 and 255. GPUs take them modulo 256 for 32 bits, and as they are for 64.
template <class T>
HIPIFY_PTX_FN T bfe(T a, uint32_t start, uint32_t length) {
  using U = unsigned_of<T>;
  if (sizeof(T) == 4) {
    start &= 0xff;
    length &= 0xff;
  }
  const T field = shr<T>(a, start);
  if (!is_signed<T>) return static_cast<T>(static_cast<U>(field) & low_ones<U>(length));
  if (length == 0) return 0;
  if (length >= width_of<T>) return field;
  const uint32_t above = width_of<T> - length;
  return static_cast<T>(static_cast<T>(static_cast<U>(field) << above) >> above);
}

// bfi: the `length` lowest bits of a, put into b at `start`; these as for bfe.
template <class U>
HIPIFY_PTX_FN U bfi(U a, U b, uint32_t start, uint32_t length) {
  if (sizeof(U) == 4) {
    start &= 0xff;
    length &= 0xff;
  }
  const U field = shl<U>(low_ones<U>(length), start);
  return (b & ~field) | (shl<U>(a, start) & field);
}

// szext: the n lowest bits of a, extended by zeros or the sign; n from 32 on is all of it (`.clamp`) or n modulo 32
// (`.wrap`).
template <class T, bool Wrap>
HIPIFY_PTX_FN T szext(T a, uint32_t n) {
  if (Wrap) n &= 31;
  return bfe<T>(a, 0, n < 32 ? n : 32);
}

// bmsk: `length` ones from `start`; from 32 on these are too much (`.clamp`) or count modulo 32 (`.wrap`).
template <bool Wrap>
HIPIFY_PTX_FN uint32_t bmsk(uint32_t start, uint32_t length) {
  if (Wrap) return low_ones<uint32_t>(length & 31) << (start & 31);
  return shl<uint32_t>(low_ones<uint32_t>(length), start);
}

// lop3: any function of three bits, given as its table: bit 4a + 2b + c of `table` is the result for a, b, c. The table
// is a constant, and then nothing is left of this but the few operations needed.
HIPIFY_PTX_FN uint32_t lop3(uint32_t a, uint32_t b, uint32_t c, uint32_t table) {
  uint32_t f[8];
  for (int i = 0; i < 8; ++i) f[i] = 0u - (table >> i & 1);
  for (int i = 0; i < 4; ++i) f[i] ^= (f[i] ^ f[i + 4]) & a;
  for (int i = 0; i < 2; ++i) f[i] ^= (f[i] ^ f[i + 2]) & b;
  // f[0] is the function where c is 0, f[1] where it is 1. Either way of putting them together is right where f[0] is
  // never set without f[1]; compilers make fewer operations of the first, unless a or b alone says where c matters.
  const bool rises = (table & ~(table >> 1) & 0x55) == 0;
  const uint32_t matters = (table ^ table >> 1) & 0x55;
  const bool is_choice = matters == 0x50 || matters == 0x05 || matters == 0x44 || matters == 0x11;
  return rises && !is_choice ? f[0] | (f[1] & c) : f[0] ^ ((f[0] ^ f[1]) & c);
}
// lop3.and and lop3.or: the second destination, p, says whether the first is not zero, combined with q.
HIPIFY_PTX_FN uint32_t lop3_and(uint32_t a, uint32_t b, uint32_t c, uint32_t table, bool q, bool& p) {
  const uint32_t result = lop3(a, b, c, table);
  p = result != 0 && q;
  return result;
}
HIPIFY_PTX_FN uint32_t lop3_or(uint32_t a, uint32_t b, uint32_t c, uint32_t table, bool q, bool& p) {
  const uint32_t result = lop3(a, b, c, table);
  p = result != 0 || q;
  return result;
}

// Four bytes chosen from the eight of a (0 to 3) and b (4 to 7), each by a byte of `choice`.
HIPIFY_PTX_FN uint32_t chosen_bytes(uint32_t a, uint32_t b, uint32_t choice) {
#if HIPIFY_PTX_ON_AMD
  return __builtin_amdgcn_perm(b, a, choice);
#else
  uint32_t result = 0;
  for (int i = 0; i < 32; i += 8) {
    result |= (static_cast<uint32_t>(joined(a, b) >> (choice >> i & 7) * 8) & 0xff) << i;
  }
  return result;
#endif
}

// prmt: four bytes of a and b, each chosen by four bits; the highest of these asks for eight copies of its sign.
HIPIFY_PTX_FN uint32_t prmt(uint32_t a, uint32_t b, uint32_t choice) {
  const uint32_t spread = (choice & 0xf) | (choice & 0xf0) << 4 | (choice & 0xf00) << 8 | (choice & 0xf000) << 12;
  const uint32_t bytes = chosen_bytes(a, b, spread & 0x07070707u);
  const uint32_t signs = (bytes >> 7 & 0x01010101u) * 0xff;
  const uint32_t asked = (spread >> 3 & 0x01010101u) * 0xff;
  return (bytes & ~asked) | (signs & asked);
}
// prmt with a mode: two bits of `choice` say which bytes of a and b.
HIPIFY_PTX_FN uint32_t prmt_f4e(uint32_t a, uint32_t b, uint32_t choice) {  // four forward from there
  return static_cast<uint32_t>(joined(a, b) >> (choice % 4 * 8));
}
HIPIFY_PTX_FN uint32_t prmt_b4e(uint32_t a, uint32_t b, uint32_t choice) {  // four backward from there, around the end
  const uint32_t start = choice % 4;
  return prmt(a, b, start | ((start - 1) & 7) << 4 | ((start - 2) & 7) << 8 | ((start - 3) & 7) << 12);
}
HIPIFY_PTX_FN uint32_t prmt_rc8(uint32_t a, uint32_t, uint32_t choice) {  // one byte everywhere
  return (a >> (choice % 4 * 8) & 0xff) * 0x01010101u;
}
HIPIFY_PTX_FN uint32_t prmt_ecl(uint32_t a, uint32_t b, uint32_t choice) {  // that byte in place of those below it
  return prmt(a, b, choice % 4 == 0 ? 0x3210 : choice % 4 == 1 ? 0x3211 : choice % 4 == 2 ? 0x3222 : 0x3333);
}
HIPIFY_PTX_FN uint32_t prmt_ecr(uint32_t a, uint32_t b, uint32_t choice) {  // that byte in place of those above it
  return prmt(a, b, choice % 4 == 0 ? 0x0000 : choice % 4 == 1 ? 0x1110 : choice % 4 == 2 ? 0x2210 : 0x3210);
}
HIPIFY_PTX_FN uint32_t prmt_rc16(uint32_t a, uint32_t, uint32_t choice) {  // the lower or the upper half twice
  return (a >> (choice % 2 * 16) & 0xffff) * 0x00010001u;
}

// ---------------------------------------------------------------------------------------------------------------------
// Carries. After a subtraction the flag is set if it did NOT borrow: as if it had added the complement and one. That is
// how GPUs do it, and seen only where a subtraction reads the flag of an addition or the other way round.

// The difference, and whether it borrowed.
HIPIFY_PTX_FN bool borrows(uint32_t a, uint32_t b, uint32_t& difference) {
#if HIPIFY_PTX_ON_AMD
  return __builtin_sub_overflow(a, b, &difference);  // becomes one instruction, which the other way does not
#else
  difference = a - b;
  return a < b;
#endif
}

// GPUs have these for 32 bits; 64 bits are two of them.
template <class U>
HIPIFY_PTX_FN U addc_cc(U a, U b, bool& carry) {
  if constexpr (sizeof(U) == 8) {
    const uint32_t low = addc_cc<uint32_t>(static_cast<uint32_t>(a), static_cast<uint32_t>(b), carry);
    const uint32_t high = addc_cc<uint32_t>(static_cast<uint32_t>(a >> 32), static_cast<uint32_t>(b >> 32), carry);
    return joined(low, high);
  } else {
    const uint32_t sum = a + b;
    const uint32_t result = sum + (carry ? 1 : 0);
    carry = sum < a || result < sum;
    return result;
  }
}
template <class U>
HIPIFY_PTX_FN U subc_cc(U a, U b, bool& carry) {
  if constexpr (sizeof(U) == 8) {
    const uint32_t low = subc_cc<uint32_t>(static_cast<uint32_t>(a), static_cast<uint32_t>(b), carry);
    const uint32_t high = subc_cc<uint32_t>(static_cast<uint32_t>(a >> 32), static_cast<uint32_t>(b >> 32), carry);
    return joined(low, high);
  } else {
    uint32_t difference, result;
    const bool first = borrows(a, b, difference);
    const bool second = borrows(difference, carry ? 0 : 1, result);
    carry = !(first || second);
    return result;
  }
}
template <class U>
HIPIFY_PTX_FN U addc(U a, U b, bool carry) {
  return addc_cc<U>(a, b, carry);
}
template <class U>
HIPIFY_PTX_FN U add_cc(U a, U b, bool& carry) {
  carry = false;
  return addc_cc<U>(a, b, carry);
}
template <class U>
HIPIFY_PTX_FN U subc(U a, U b, bool carry) {
  return subc_cc<U>(a, b, carry);
}
template <class U>
HIPIFY_PTX_FN U sub_cc(U a, U b, bool& carry) {
  carry = true;
  return subc_cc<U>(a, b, carry);
}

// mad.cc and madc: the carry is that of adding c, and the carry before, to the chosen half of the product.
#define HIPIFY_PTX_MAD_CARRY(half)                                                   \
  template <class T>                                                                 \
  HIPIFY_PTX_FN unsigned_of<T> madc_##half##_cc(T a, T b, T c, bool& carry) {        \
    return addc_cc<unsigned_of<T>>(static_cast<unsigned_of<T>>(mul_##half<T>(a, b)), \
                                   static_cast<unsigned_of<T>>(c), carry);           \
  }                                                                                  \
  template <class T>                                                                 \
  HIPIFY_PTX_FN unsigned_of<T> madc_##half(T a, T b, T c, bool carry) {              \
    return madc_##half##_cc<T>(a, b, c, carry);                                      \
  }                                                                                  \
  template <class T>                                                                 \
  HIPIFY_PTX_FN unsigned_of<T> mad_##half##_cc(T a, T b, T c, bool& carry) {         \
    carry = false;                                                                   \
    return madc_##half##_cc<T>(a, b, c, carry);                                      \
  }
HIPIFY_PTX_MAD_CARRY(lo)
HIPIFY_PTX_MAD_CARRY(hi)
#undef HIPIFY_PTX_MAD_CARRY
