// ---------------------------------------------------------------------------------------------------------------------
// Numbers of 16 bits: f16 and bf16, one or two in a register.

// The value of an f16 or bf16.
template <class T>
HIPIFY_PTX_FN float widen(uint16_t x) {
  if constexpr (same<T, type::bf16>) {
    return bits<float>(static_cast<uint32_t>(x) << 16);
  } else {
#if HIPIFY_PTX_ON_AMD
    return static_cast<float>(bits<_Float16>(x));
#else
    uint32_t sign = static_cast<uint32_t>(x & 0x8000) << 16, magnitude = x & 0x7fff;
    uint32_t result = (magnitude << 13) + 0x38000000;
    if (magnitude < 0x400) result = bits<uint32_t>(static_cast<float>(magnitude) * 0x1p-24f);
    if (magnitude >= 0x7c00) result = (magnitude << 13) | 0x7f800000;
    return bits<float>(sign | result);
#endif
  }
}

// The nearest f16 or bf16. A NaN stays one; in bf16, and on NVIDIA, it is the canonical one.
template <class T>
HIPIFY_PTX_FN uint16_t nearest(float x) {
  if constexpr (same<T, type::bf16>) {
    uint32_t b = bits<uint32_t>(x);
    if (is_nan<type::f32>(x)) return type::bf16::nan;
    return static_cast<uint16_t>((b + 0x7fff + ((b >> 16) & 1)) >> 16);
  } else {
#if HIPIFY_PTX_ON_AMD
    return bits<uint16_t>(static_cast<_Float16>(x));
#else
    return narrow<T, rounding::rn>(x);
#endif
  }
}

// add, sub, mul and fma. A sum or product that is rounded to float first is rounded right from there. AMD computes f16
// itself, also two at once.
#if HIPIFY_PTX_ON_AMD
using f16_pair = _Float16 __attribute__((ext_vector_type(2)));
HIPIFY_PTX_FN uint32_t add_f16x2(uint32_t a, uint32_t b) {
  HIPIFY_PTX_AS_WRITTEN
  return bits<uint32_t>(bits<f16_pair>(a) + bits<f16_pair>(b));
}
HIPIFY_PTX_FN uint32_t mul_f16x2(uint32_t a, uint32_t b) {
  HIPIFY_PTX_AS_WRITTEN
  return bits<uint32_t>(bits<f16_pair>(a) * bits<f16_pair>(b));
}
HIPIFY_PTX_FN uint32_t fma_f16x2(uint32_t a, uint32_t b, uint32_t c) {
  return bits<uint32_t>(__builtin_elementwise_fma(bits<f16_pair>(a), bits<f16_pair>(b), bits<f16_pair>(c)));
}
#endif

template <class T, bool Ftz = false, bool Sat = false>
HIPIFY_PTX_FN typename T::held add_half(typename T::held a, typename T::held b) {
  if constexpr (T::lanes == 2) {
    using lane = typename T::lane;
#if HIPIFY_PTX_ON_AMD
    if constexpr (same<T, type::f16x2> && !Ftz && !Sat) return add_f16x2(a, b);
#endif
    return joined(add_half<lane, Ftz, Sat>(low(a), low(b)), add_half<lane, Ftz, Sat>(high(a), high(b)));
  } else {
    a = flush<T, Ftz>(a);
    b = flush<T, Ftz>(b);
    return clamp<T, Sat>(flush<T, Ftz>(nearest<T>(add_rn(widen<T>(a), widen<T>(b)))));
  }
}

template <class T, bool Ftz = false, bool Sat = false>
HIPIFY_PTX_FN typename T::held sub_half(typename T::held a, typename T::held b) {
  constexpr uint32_t signs = T::lanes == 2 ? 0x80008000 : 0x8000;
  return add_half<T, Ftz, Sat>(a, static_cast<typename T::held>(b ^ signs));
}

template <class T, bool Ftz = false, bool Sat = false>
HIPIFY_PTX_FN typename T::held mul_half(typename T::held a, typename T::held b) {
  if constexpr (T::lanes == 2) {
    using lane = typename T::lane;
#if HIPIFY_PTX_ON_AMD
    if constexpr (same<T, type::f16x2> && !Ftz && !Sat) return mul_f16x2(a, b);
#endif
    return joined(mul_half<lane, Ftz, Sat>(low(a), low(b)), mul_half<lane, Ftz, Sat>(high(a), high(b)));
  } else {
    a = flush<T, Ftz>(a);
    b = flush<T, Ftz>(b);
    float exact = mul_rn(widen<T>(a), widen<T>(b));
    uint16_t product = flush<T, Ftz>(nearest<T>(exact));
    if (Ftz && was_subnormal<T>(product, exact)) product &= T::sign;
    // clang multiplies and rounds in one instruction that adds 0, and a zero loses its sign.
    if (Ftz && (product & ~T::sign & 0xffff) == 0) product = (a ^ b) & T::sign;
    return clamp<T, Sat>(product);
  }
}

// a * b + c of bf16 or f16, rounded to odd as a float. The product is exact, if it isn't too large or too small for
// that, and then the sum needs nothing wider.
template <class T>
HIPIFY_PTX_FN float fma_to_odd(uint16_t a, uint16_t b, uint16_t c) {
  float x = widen<T>(a), y = widen<T>(b), z = widen<T>(c), product = mul_rn(x, y);
  uint32_t size = bits<uint32_t>(product) & 0x7fffffff;
  bool is_exact = x == 0 || y == 0 || (size > bits<uint32_t>(0x1p-100f) && size < bits<uint32_t>(0x1p127f));
  if (is_exact && is_finite<type::f32>(product)) return add_to_odd<type::f32>(product, z);
  return to_f32_odd(add_to_odd<type::f64>(mul_rn(static_cast<double>(x), static_cast<double>(y)), z));
}

template <class T, bool Ftz = false, bool Sat = false, bool Relu = false>
HIPIFY_PTX_FN typename T::held fma_half(typename T::held a, typename T::held b, typename T::held c) {
  if constexpr (T::lanes == 2) {
    using lane = typename T::lane;
#if HIPIFY_PTX_ON_AMD
    if constexpr (same<T, type::f16x2> && !Ftz && !Sat && !Relu) return fma_f16x2(a, b, c);
#endif
    return joined(fma_half<lane, Ftz, Sat, Relu>(low(a), low(b), low(c)),
                  fma_half<lane, Ftz, Sat, Relu>(high(a), high(b), high(c)));
  } else {
    a = flush<T, Ftz>(a);
    b = flush<T, Ftz>(b);
    c = flush<T, Ftz>(c);
    uint16_t sum;
#if HIPIFY_PTX_ON_AMD
    if constexpr (same<T, type::f16>) {
      const _Float16 exact = __builtin_fmaf16(bits<_Float16>(a), bits<_Float16>(b), bits<_Float16>(c));
      sum = bits<uint16_t>(exact);
    } else
#endif
    {
      sum = nearest<T>(fma_to_odd<T>(a, b, c));
    }
    sum = flush<T, Ftz>(sum);
    if (Ftz && was_subnormal<T>(sum, fma_to_odd<T>(a, b, c))) sum &= T::sign;
    return clamp<T, Sat, Relu>(sum);
  }
}

// add, sub and fma of f32 with factors or a first addend of 16 bits.
template <class T, rounding R = rounding::rn, bool Sat = false>
HIPIFY_PTX_FN float add_mixed(uint16_t a, float c) {
  return add_f32<R, false, Sat>(widen<T>(a), c);
}
template <class T, rounding R = rounding::rn, bool Sat = false>
HIPIFY_PTX_FN float sub_mixed(uint16_t a, float c) {
  return sub_f32<R, false, Sat>(widen<T>(a), c);
}
template <class T, rounding R = rounding::rn, bool Sat = false>
HIPIFY_PTX_FN float fma_mixed(uint16_t a, uint16_t b, float c) {
  return fma_f32<R, false, Sat>(widen<T>(a), widen<T>(b), c);
}

// How `set` and `setp` compare: `equ` and the like are also true if one of both is a NaN. The result may be combined
// with a predicate.
enum class compare { eq, ne, lt, le, gt, ge, equ, neu, ltu, leu, gtu, geu, num, nan };
enum class combine { none, with_and, with_or, with_xor };

template <compare Compare, class T, bool Ftz>
HIPIFY_PTX_FN bool compared(uint16_t a, uint16_t b) {
  if (is_nan<T>(a) || is_nan<T>(b)) return Compare >= compare::equ && Compare != compare::num;
  float x = widen<T>(flush<T, Ftz>(a)), y = widen<T>(flush<T, Ftz>(b));
  if constexpr (Compare == compare::eq || Compare == compare::equ) return x == y;
  if constexpr (Compare == compare::ne || Compare == compare::neu) return x != y;
  if constexpr (Compare == compare::lt || Compare == compare::ltu) return x < y;
  if constexpr (Compare == compare::le || Compare == compare::leu) return x <= y;
  if constexpr (Compare == compare::gt || Compare == compare::gtu) return x > y;
  if constexpr (Compare == compare::ge || Compare == compare::geu) return x >= y;
  return Compare == compare::num;
}

template <combine Combine>
HIPIFY_PTX_FN bool combined(bool result, bool c) {
  if constexpr (Combine == combine::with_and) return result && c;
  if constexpr (Combine == combine::with_or) return result || c;
  if constexpr (Combine == combine::with_xor) return result != c;
  return result;
}

template <compare Compare, class T, bool Ftz, combine Combine = combine::none>
HIPIFY_PTX_FN bool setp_half(uint16_t a, uint16_t b, bool c = false) {
  return combined<Combine>(compared<Compare, T, Ftz>(a, b), c);
}

// setp of pairs: the result of the lower halves, and that of the upper ones in `upper`.
template <compare Compare, class T, bool Ftz>
HIPIFY_PTX_FN bool setp_pair(uint32_t a, uint32_t b, bool& upper) {
  upper = compared<Compare, T, Ftz>(high(a), high(b));
  return compared<Compare, T, Ftz>(low(a), low(b));
}
template <compare Compare, class T, bool Ftz>
HIPIFY_PTX_FN bool setp_pair(uint32_t a, uint32_t b) {
  return compared<Compare, T, Ftz>(low(a), low(b));
}
template <compare Compare, class T, bool Ftz, combine Combine>
HIPIFY_PTX_FN bool setp_pair_with(uint32_t a, uint32_t b, bool c, bool& upper) {
  upper = combined<Combine>(compared<Compare, T, Ftz>(high(a), high(b)), c);
  return combined<Combine>(compared<Compare, T, Ftz>(low(a), low(b)), c);
}
template <compare Compare, class T, bool Ftz, combine Combine>
HIPIFY_PTX_FN bool setp_pair_with(uint32_t a, uint32_t b, bool c) {
  return combined<Combine>(compared<Compare, T, Ftz>(low(a), low(b)), c);
}

// set: for a true result 1 if the destination is a float, and all bits of it if it is an integer; in each half for
// pairs.
template <compare Compare, class To, class T, bool Ftz, combine Combine = combine::none>
HIPIFY_PTX_FN typename To::held set_half(uint16_t a, uint16_t b, bool c = false) {
  bool result = combined<Combine>(compared<Compare, T, Ftz>(a, b), c);
  if constexpr (To::is_float) {
    return result ? To::one : 0;
  } else {
    return static_cast<typename To::held>(result ? -1 : 0);
  }
}
template <compare Compare, class To, class T, bool Ftz, combine Combine = combine::none>
HIPIFY_PTX_FN typename To::held set_pair(uint32_t a, uint32_t b, bool c = false) {
  bool lower = combined<Combine>(compared<Compare, T, Ftz>(low(a), low(b)), c);
  bool upper = combined<Combine>(compared<Compare, T, Ftz>(high(a), high(b)), c);
  uint16_t truth = 0xffff, untruth = 0;
  if constexpr (To::lanes == 2) truth = To::lane::one;
  return static_cast<typename To::held>(joined(lower ? truth : untruth, upper ? truth : untruth));
}
