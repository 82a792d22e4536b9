// ---------------------------------------------------------------------------------------------------------------------
// Approximations. The real instructions err within bounds that PTX states, and so do the functions of either platform's
// library that stand here; the last bits differ. Special values are those of PTX.

// ex2, lg2, rcp, rsqrt, sqrt, sin, cos and tanh of f32.
template <bool Ftz>
HIPIFY_PTX_FN float ex2_approx_f32(float a) {
  return flush<type::f32, Ftz>(::exp2f(flush<type::f32, Ftz>(a)));
}
template <bool Ftz>
HIPIFY_PTX_FN float lg2_approx_f32(float a) {
  return ::log2f(flush<type::f32, Ftz>(a));
}
template <bool Ftz>
HIPIFY_PTX_FN float rcp_approx_f32(float a) {
  return flush<type::f32, Ftz>(1.0f / flush<type::f32, Ftz>(a));
}
template <bool Ftz>
HIPIFY_PTX_FN float rsqrt_approx_f32(float a) {
  return ::rsqrtf(flush<type::f32, Ftz>(a));
}
template <bool Ftz>
HIPIFY_PTX_FN float sqrt_approx_f32(float a) {
  return ::sqrtf(flush<type::f32, Ftz>(a));
}
template <bool Ftz>
HIPIFY_PTX_FN float sin_approx_f32(float a) {
  return flush<type::f32, Ftz>(::sinf(flush<type::f32, Ftz>(a)));
}
template <bool Ftz>
HIPIFY_PTX_FN float cos_approx_f32(float a) {
  return flush<type::f32, Ftz>(::cosf(flush<type::f32, Ftz>(a)));
}
HIPIFY_PTX_FN float tanh_approx_f32(float a) { return ::tanhf(a); }

// a / b. div.approx multiplies by the reciprocal of b, which is 0 where b is 2^126 or more.
template <bool Ftz>
HIPIFY_PTX_FN float div_full_f32(float a, float b) {
  a = flush<type::f32, Ftz>(a);
  b = flush<type::f32, Ftz>(b);
  float quotient = flush<type::f32, Ftz>(a / b);
  bool is_flushed = Ftz && was_subnormal<type::f32>(quotient, static_cast<double>(a) / static_cast<double>(b));
  return is_flushed ? zero_of<type::f32>(quotient) : quotient;
}
template <bool Ftz>
HIPIFY_PTX_FN float div_approx_f32(float a, float b) {
  uint32_t divisor = bits<uint32_t>(b);
  bool is_large = (divisor & 0x7fffffff) > 0x7e800000 && is_finite<type::f32>(b);
  if (is_large) b = bits<float>((divisor & 0x80000000) | 0x7f800000);
  return div_full_f32<Ftz>(a, b);
}

// rcp and rsqrt of f64 from its upper 32 bits, to upper 32 bits.
HIPIFY_PTX_FN double upper_word(double x) {
  double upper = bits<double>(bits<uint64_t>(x) & 0xffffffff00000000);
  return is_nan<type::f64>(upper) ? bits<double>(uint64_t{0x7fffffff00000000}) : flush<type::f64>(upper);
}
HIPIFY_PTX_FN double rcp_approx_f64(double a) { return upper_word(1.0 / upper_word(a)); }
HIPIFY_PTX_FN double rsqrt_approx_ftz_f64(double a) { return upper_word(::rsqrt(upper_word(a))); }
HIPIFY_PTX_FN double rsqrt_approx_f64(double a) { return ::rsqrt(a); }

// ex2 and tanh of 16 bits, one or two in a register.
template <class T>
HIPIFY_PTX_FN typename T::held ex2_approx_half(typename T::held a) {
  if constexpr (T::lanes == 2) {
    return joined(ex2_approx_half<typename T::lane>(low(a)), ex2_approx_half<typename T::lane>(high(a)));
  } else {
    constexpr bool ftz = same<T, type::bf16>;
    if (is_nan<T>(a)) return T::nan;
    return flush<T, ftz>(nearest<T>(::exp2f(widen<T>(flush<T, ftz>(a)))));
  }
}
template <class T>
HIPIFY_PTX_FN typename T::held tanh_approx_half(typename T::held a) {
  if constexpr (T::lanes == 2) {
    return joined(tanh_approx_half<typename T::lane>(low(a)), tanh_approx_half<typename T::lane>(high(a)));
  } else {
    if (is_nan<T>(a)) return T::nan;
    return nearest<T>(::tanhf(widen<T>(a)));
  }
}
