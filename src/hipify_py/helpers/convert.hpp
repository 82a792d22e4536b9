// ---------------------------------------------------------------------------------------------------------------------
// cvt between integers and floating-point numbers.

template <class T>
HIPIFY_PTX_FN constexpr typename T::held most() {
  return static_cast<typename T::held>(T::is_signed ? (uint64_t{1} << (T::width - 1)) - 1 : ~uint64_t{0});
}
template <class T>
HIPIFY_PTX_FN constexpr typename T::held least() {
  return static_cast<typename T::held>(T::is_signed ? uint64_t{1} << (T::width - 1) : 0);
}

// `.sat` between integers: the nearest that the destination holds.
template <class To, class From>
HIPIFY_PTX_FN typename To::held cvt_sat(typename From::held a) {
  if (From::is_signed && a < 0) {
    if (!To::is_signed) return 0;
    return static_cast<int64_t>(a) < static_cast<int64_t>(least<To>()) ? least<To>()
                                                                      : static_cast<typename To::held>(a);
  }
  return static_cast<uint64_t>(a) > static_cast<uint64_t>(most<To>()) ? most<To>() : static_cast<typename To::held>(a);
}

// The value of a floating-point register, as a `float` or, for f64, a `double`.
template <class T>
HIPIFY_PTX_FN typename T::carrier value(typename T::held x) {
  if constexpr (same<typename T::held, uint16_t>) {
    return widen<T>(x);
  } else {
    return x;
  }
}

// To an integer, as a floating-point number.
template <rounding R>
HIPIFY_PTX_FN float to_whole(float x) {
  if constexpr (R == rounding::rn) return ::rintf(x);
  if constexpr (R == rounding::rz) return ::truncf(x);
  if constexpr (R == rounding::rm) return ::floorf(x);
  return ::ceilf(x);
}
template <rounding R>
HIPIFY_PTX_FN double to_whole(double x) {
  if constexpr (R == rounding::rn) return ::rint(x);
  if constexpr (R == rounding::rz) return ::trunc(x);
  if constexpr (R == rounding::rm) return ::floor(x);
  return ::ceil(x);
}

// Floating-point number to integer: the nearest that the destination holds. A NaN becomes 0; from f64 and to integers
// of 64 bits it becomes an integer of which only the highest bit is set.
template <class To, class From, rounding R, bool Ftz>
HIPIFY_PTX_FN typename To::held cvt_int(typename From::held a) {
  using carrier = typename From::carrier;
  constexpr bool is_wide = same<From, type::f64> || To::width == 64;
  if (is_nan<From>(a)) return static_cast<typename To::held>(is_wide ? uint64_t{1} << (To::width - 1) : 0);
  carrier whole = to_whole<R>(value<From>(flush<From, Ftz>(a)));
  constexpr carrier beyond = static_cast<carrier>(uint64_t{1} << (To::width - To::is_signed - 1)) * 2;
  constexpr carrier lowest = To::is_signed ? -beyond : 0;
  if (whole >= beyond) return most<To>();
  if (whole <= lowest) return least<To>();
  return static_cast<typename To::held>(whole);
}

// CUDA's functions of these names with two underscores: what 64 bits don't hold becomes the nearest that they do. Those
// of HIP are casts, for which AMD GPUs have no instruction: it becomes anything.
HIPIFY_PTX_FN long long float2ll_rd(float a) { return cvt_int<type::s64, type::f32, rounding::rm, false>(a); }
HIPIFY_PTX_FN long long float2ll_rn(float a) { return cvt_int<type::s64, type::f32, rounding::rn, false>(a); }
HIPIFY_PTX_FN long long float2ll_ru(float a) { return cvt_int<type::s64, type::f32, rounding::rp, false>(a); }
HIPIFY_PTX_FN long long float2ll_rz(float a) { return cvt_int<type::s64, type::f32, rounding::rz, false>(a); }
HIPIFY_PTX_FN unsigned long long float2ull_rd(float a) { return cvt_int<type::u64, type::f32, rounding::rm, false>(a); }
HIPIFY_PTX_FN unsigned long long float2ull_rn(float a) { return cvt_int<type::u64, type::f32, rounding::rn, false>(a); }
HIPIFY_PTX_FN unsigned long long float2ull_ru(float a) { return cvt_int<type::u64, type::f32, rounding::rp, false>(a); }
HIPIFY_PTX_FN unsigned long long float2ull_rz(float a) { return cvt_int<type::u64, type::f32, rounding::rz, false>(a); }
HIPIFY_PTX_FN long long double2ll_rd(double a) { return cvt_int<type::s64, type::f64, rounding::rm, false>(a); }
HIPIFY_PTX_FN long long double2ll_rn(double a) { return cvt_int<type::s64, type::f64, rounding::rn, false>(a); }
HIPIFY_PTX_FN long long double2ll_ru(double a) { return cvt_int<type::s64, type::f64, rounding::rp, false>(a); }
HIPIFY_PTX_FN long long double2ll_rz(double a) { return cvt_int<type::s64, type::f64, rounding::rz, false>(a); }
HIPIFY_PTX_FN unsigned long long double2ull_rd(double a) {
  return cvt_int<type::u64, type::f64, rounding::rm, false>(a);
}
HIPIFY_PTX_FN unsigned long long double2ull_rn(double a) {
  return cvt_int<type::u64, type::f64, rounding::rn, false>(a);
}
HIPIFY_PTX_FN unsigned long long double2ull_ru(double a) {
  return cvt_int<type::u64, type::f64, rounding::rp, false>(a);
}
HIPIFY_PTX_FN unsigned long long double2ull_rz(double a) {
  return cvt_int<type::u64, type::f64, rounding::rz, false>(a);
}

// Anything to a floating-point number. A NaN becomes the canonical one, but from and to f64, and in cvt.f32.bf16 and
// cvt.f32.f32 without `.ftz`, where it keeps its payload.
template <class To, class From, rounding R = rounding::rn, bool Ftz = false, bool Sat = false, bool Relu = false,
          bool Finite = false>
HIPIFY_PTX_FN typename To::held cvt_float(typename From::held a) {
  constexpr bool is_to_half = same<typename To::held, uint16_t>;
  typename To::held result;
  if constexpr (!From::is_float) {
    if constexpr (R == rounding::rn && !is_to_half) {
      result = static_cast<typename To::held>(a);
    } else {
      bool negative = From::is_signed && a < 0;
      uint64_t magnitude = static_cast<uint64_t>(a);
      if (negative) magnitude = 0 - magnitude;
      result = bits<typename To::held>(static_cast<typename To::bits_type>(encode<To, R>(negative, magnitude, 0)));
    }
  } else {
    if constexpr (same<From, type::f32> && Ftz) {
      // To f16, `.ftz` does nothing: there, subnormal floats make a difference in `.rm` and `.rp` only, and are kept.
      a = canonical<From>(flush<From, !same<To, type::f16>>(a));
    }
    typename From::carrier x = value<From>(a);
    if constexpr (same<To, From>) {
      result = is_to_half ? canonical<To>(a) : a;
    } else if constexpr (same<To, type::f64>) {
      result = static_cast<double>(x);
    } else if constexpr (same<From, type::f64> && same<To, type::f32>) {
      result = to_f32<R, Ftz>(x);
    } else if constexpr (same<To, type::f32>) {
      result = same<From, type::f16> || Ftz ? canonical<To>(x) : x;
    } else if constexpr (R == rounding::rn && !Finite && !same<From, type::f64>) {
      result = is_nan<From>(a) ? To::nan : nearest<To>(x);
    } else {
      result = narrow<To, R, Finite>(x);
    }
  }
  return clamp<To, Sat, Relu>(flush<To, Ftz && same<To, type::f32>>(result));
}

// A floating-point number rounded to an integer that it stays one.
template <class T, rounding R = rounding::rn, bool Ftz = false, bool Sat = false>
HIPIFY_PTX_FN typename T::held cvt_whole(typename T::held a) {
  typename T::carrier whole = to_whole<R>(value<T>(flush<T, Ftz>(a)));
  if constexpr (same<typename T::held, uint16_t>) {
    return clamp<T, Sat>(is_nan<T>(a) ? T::nan : nearest<T>(whole));
  } else {
    return clamp<T, Sat>(whole);
  }
}

// Two floats to a pair of 16 bits each: the first one in the upper half.
template <class To, rounding R = rounding::rn, bool Relu = false, bool Finite = false>
HIPIFY_PTX_FN uint32_t cvt_pair(float a, float b) {
  using lane = typename To::lane;
  return joined(cvt_float<lane, type::f32, R, false, false, Relu, Finite>(b),
                cvt_float<lane, type::f32, R, false, false, Relu, Finite>(a));
}

// tf32: a float of which the last 13 bits are 0. `.rna` only cuts off the bits of a NaN: some become infinity, and with
// `.satfinite` the largest number, as if they were infinity.
template <rounding R, bool Relu, bool Finite>
HIPIFY_PTX_FN uint32_t cvt_tf32(float a) {
  uint32_t b = bits<uint32_t>(a);
  if constexpr (R == rounding::rna) {
    if (is_finite<type::f32>(a)) b += 0x1000;
  } else {
    if (is_nan<type::f32>(a)) return 0x7fffe000;
    if (R == rounding::rn) b += 0xfff + ((b >> 13) & 1);
  }
  b &= ~uint32_t{0x1fff};
  if (Finite && (b & type::f32::nan) >= type::f32::infinity) b -= 0x2000;
  return Relu && (b & type::f32::sign) != 0 ? 0 : b;
}

// cvt.pack: two integers, each cut to the nearest of `Width` bits, b in the lowest bits and a above; c above both.
template <int Width, bool Signed>
HIPIFY_PTX_FN uint32_t packed(int32_t x) {
  constexpr int32_t highest = (1 << (Width - Signed)) - 1;
  constexpr int32_t lowest = Signed ? -highest - 1 : 0;
  int32_t cut = x > highest ? highest : x < lowest ? lowest : x;
  return static_cast<uint32_t>(cut) & ((1u << Width) - 1);
}
template <int Width, bool Signed>
HIPIFY_PTX_FN uint32_t cvt_pack(int32_t a, int32_t b) {
  return packed<Width, Signed>(a) << Width | packed<Width, Signed>(b);
}
template <int Width, bool Signed>
HIPIFY_PTX_FN uint32_t cvt_pack(int32_t a, int32_t b, uint32_t c) {
  return c << 2 * Width | cvt_pack<Width, Signed>(a, b);
}
