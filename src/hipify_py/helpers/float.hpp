// ---------------------------------------------------------------------------------------------------------------------
// Arithmetic of `float` and `double`.

// A sum rounded in a direction. An exact sum of zero is -0 in `.rm`, unless both were +0.
template <rounding R, bool Ftz>
HIPIFY_PTX_FN float add_directed(double a, double b) {
  double sum = add_to_odd<type::f64>(a, b);
  if (R == rounding::rm && sum == 0 && (is_negative<type::f64>(a) || is_negative<type::f64>(b))) return -0.0f;
  return canonical<type::f32>(to_f32<R, Ftz>(sum));
}

// add, mul and fma (also `mad`) of f32. A product of two floats is exact in double; so a sum in double that is rounded
// to odd is rounded right from there.
template <rounding R = rounding::rn, bool Ftz = false, bool Sat = false>
HIPIFY_PTX_FN float add_f32(float a, float b) {
  a = flush<type::f32, Ftz>(a);
  b = flush<type::f32, Ftz>(b);
  float sum;
  if constexpr (R == rounding::rn) {
    sum = flush<type::f32, Ftz>(add_rn(a, b));
  } else {
    sum = add_directed<R, Ftz>(a, b);
  }
  return clamp<type::f32, Sat>(sum);
}

template <rounding R = rounding::rn, bool Ftz = false, bool Sat = false>
HIPIFY_PTX_FN float sub_f32(float a, float b) {
  return add_f32<R, Ftz, Sat>(a, -b);
}

template <rounding R = rounding::rn, bool Ftz = false, bool Sat = false>
HIPIFY_PTX_FN float mul_f32(float a, float b) {
  a = flush<type::f32, Ftz>(a);
  b = flush<type::f32, Ftz>(b);
  double exact = mul_rn(static_cast<double>(a), static_cast<double>(b));
  float product;
  if constexpr (R == rounding::rn) {
    product = flush<type::f32, Ftz>(mul_rn(a, b));
    if (Ftz && was_subnormal<type::f32>(product, exact)) product = zero_of<type::f32>(product);
  } else {
    product = canonical<type::f32>(to_f32<R, Ftz>(exact));
  }
  return clamp<type::f32, Sat>(product);
}

template <rounding R = rounding::rn, bool Ftz = false, bool Sat = false>
HIPIFY_PTX_FN float fma_f32(float a, float b, float c) {
  a = flush<type::f32, Ftz>(a);
  b = flush<type::f32, Ftz>(b);
  c = flush<type::f32, Ftz>(c);
  double product = mul_rn(static_cast<double>(a), static_cast<double>(b));
  float sum;
  if constexpr (R == rounding::rn) {
    sum = flush<type::f32, Ftz>(fma_rn(a, b, c));
    if (Ftz && was_subnormal<type::f32>(sum, add_to_odd<type::f64>(product, c))) sum = zero_of<type::f32>(sum);
  } else {
    sum = add_directed<R, Ftz>(product, c);
  }
  return clamp<type::f32, Sat>(sum);
}

// The same for two floats in one register.
template <rounding R = rounding::rn, bool Ftz = false>
HIPIFY_PTX_FN uint64_t add_f32x2(uint64_t a, uint64_t b) {
  return joined(add_f32<R, Ftz, false>(low(a), low(b)), add_f32<R, Ftz, false>(high(a), high(b)));
}
template <rounding R = rounding::rn, bool Ftz = false>
HIPIFY_PTX_FN uint64_t sub_f32x2(uint64_t a, uint64_t b) {
  return joined(sub_f32<R, Ftz, false>(low(a), low(b)), sub_f32<R, Ftz, false>(high(a), high(b)));
}
template <rounding R = rounding::rn, bool Ftz = false>
HIPIFY_PTX_FN uint64_t mul_f32x2(uint64_t a, uint64_t b) {
  return joined(mul_f32<R, Ftz, false>(low(a), low(b)), mul_f32<R, Ftz, false>(high(a), high(b)));
}
template <rounding R = rounding::rn, bool Ftz = false>
HIPIFY_PTX_FN uint64_t fma_f32x2(uint64_t a, uint64_t b, uint64_t c) {
  return joined(fma_f32<R, Ftz, false>(low(a), low(b), low(c)), fma_f32<R, Ftz, false>(high(a), high(b), high(c)));
}

// div, rcp and sqrt of f32 are rounded once more from double: a quotient or root that lies between two floats, or
// between a float and the middle to the next one, lies farther from both than double errs. (`/` of floats would be
// rounded right only where nobody switched that off for the whole program.)
template <rounding R = rounding::rn, bool Ftz = false>
HIPIFY_PTX_FN float div_f32(float a, float b) {
  double dividend = static_cast<double>(flush<type::f32, Ftz>(a));
  double divisor = static_cast<double>(flush<type::f32, Ftz>(b));
  return canonical<type::f32>(to_f32<R, Ftz>(dividend / divisor));
}

template <rounding R = rounding::rn, bool Ftz = false>
HIPIFY_PTX_FN float rcp_f32(float a) {
  return div_f32<R, Ftz>(1.0f, a);
}

template <rounding R = rounding::rn, bool Ftz = false>
HIPIFY_PTX_FN float sqrt_f32(float a) {
  return canonical<type::f32>(to_f32<R>(::sqrt(static_cast<double>(flush<type::f32, Ftz>(a)))));
}

// A finite number other than zero, as significand * 2^exponent with 53 bits in the significand.
struct unpacked {
  bool negative;
  int exponent;
  uint64_t significand;
  HIPIFY_PTX_FN explicit unpacked(double x) {
    uint64_t b = bits<uint64_t>(x);
    int biased = static_cast<int>((b >> 52) & 0x7ff);
    negative = (b >> 63) != 0;
    significand = b & 0xfffffffffffff;
    exponent = (biased == 0 ? 1 : biased) - 1075;
    if (biased != 0) significand |= 0x10000000000000;
    int missing = 52 - highest_bit(significand);
    significand <<= missing;
    exponent -= missing;
  }
  // The significand as a number in [1, 2).
  HIPIFY_PTX_FN double fraction() const { return bits<double>((significand & 0xfffffffffffff) | 0x3ff0000000000000); }
};

using uint128 = unsigned __int128;

// x without its lowest `count` bits, which leave a one in the last bit if there was any among them.
HIPIFY_PTX_FN uint128 cut(uint128 x, int count) {
  if (count <= 0) return x;
  if (count > 127) return x != 0;
  return (x >> count) | ((x << (128 - count)) != 0);
}

// significand * 2^exponent rounded to double.
template <rounding R>
HIPIFY_PTX_FN double to_f64(bool negative, uint128 significand, int exponent) {
  uint64_t upper = static_cast<uint64_t>(significand >> 64);
  int excess = upper == 0 ? 0 : highest_bit(upper) + 1;
  uint64_t word = static_cast<uint64_t>(cut(significand, excess));
  return bits<double>(encode<type::f64, R>(negative, word, exponent + excess));
}

// add, mul, fma (also `mad`), div, rcp and sqrt of f64. Rounded to nearest they are what C++ computes; in a direction,
// they are computed exactly, as integers where that is shorter.
template <rounding R = rounding::rn>
HIPIFY_PTX_FN double add_f64(double a, double b) {
  double sum = add_rn(a, b);
  if constexpr (R == rounding::rn) return sum;
  if (!is_finite<type::f64>(a) || !is_finite<type::f64>(b)) return sum;
  if (sum == 0) {
    return R == rounding::rm && (is_negative<type::f64>(a) || is_negative<type::f64>(b)) ? -0.0 : sum;
  }
  bool swap = (bits<uint64_t>(a) << 1) < (bits<uint64_t>(b) << 1);
  double larger = swap ? b : a, smaller = swap ? a : b;
  // sum + error is a + b; where the sum overflowed, the true one is nearer to zero.
  double error = is_finite<type::f64>(sum) ? add_rn(smaller, -add_rn(sum, -larger)) : -sum;
  if (error == 0) return sum;
  bool negative = is_negative<type::f64>(sum);
  bool is_above = is_negative<type::f64>(error) != negative;  // in magnitude
  bool wants_above = R == rounding::rz ? false : negative == (R == rounding::rm);
  if (is_above == wants_above) return sum;
  return bits<double>(bits<uint64_t>(sum) + (wants_above ? 1 : -1));
}

template <rounding R = rounding::rn>
HIPIFY_PTX_FN double sub_f64(double a, double b) {
  return add_f64<R>(a, -b);
}

template <rounding R = rounding::rn>
HIPIFY_PTX_FN double mul_f64(double a, double b) {
  double nearest = mul_rn(a, b);
  if (R == rounding::rn || !is_finite<type::f64>(a) || !is_finite<type::f64>(b) || a == 0 || b == 0) return nearest;
  unpacked x(a), y(b);
  return to_f64<R>(x.negative != y.negative, static_cast<uint128>(x.significand) * y.significand,
                   x.exponent + y.exponent);
}

template <rounding R = rounding::rn>
HIPIFY_PTX_FN double fma_f64(double a, double b, double c) {
  if (R == rounding::rn || !is_finite<type::f64>(a) || !is_finite<type::f64>(b) || !is_finite<type::f64>(c)) {
    return fma_rn(a, b, c);
  }
  if (a == 0 || b == 0) return add_f64<R>(mul_rn(a, b), c);
  if (c == 0) return mul_f64<R>(a, b);
  unpacked x(a), y(b), z(c);
  bool negative = x.negative != y.negative;
  // Product and addend as integers of at most 126 bits. Where they are too far apart for that, the smaller one only
  // tells which way to round.
  uint128 product = (static_cast<uint128>(x.significand) * y.significand) << 20;
  uint128 addend = z.significand;
  int exponent = x.exponent + y.exponent - 20;
  int distance = z.exponent - exponent;
  if (distance <= 0) {
    addend = cut(addend, -distance);
  } else if (distance <= 73) {
    addend <<= distance;
  } else {
    addend <<= 73;
    product = cut(product, distance - 73);
    exponent = z.exponent - 73;
  }
  if (negative == z.negative) return to_f64<R>(negative, product + addend, exponent);
  if (product == addend) return R == rounding::rm ? -0.0 : 0.0;
  bool is_less = product < addend;
  return to_f64<R>(is_less ? z.negative : negative, is_less ? addend - product : product - addend, exponent);
}

template <rounding R = rounding::rn>
HIPIFY_PTX_FN double div_f64(double a, double b) {
  double nearest = a / b;
  if (R == rounding::rn || !is_finite<type::f64>(a) || !is_finite<type::f64>(b) || a == 0 || b == 0) return nearest;
  unpacked x(a), y(b);
  double quotient = x.fraction() / y.fraction();                     // in (1/2, 2)
  double remainder = fma_rn(-quotient, y.fraction(), x.fraction());  // exact
  unpacked q(quotient);
  uint64_t significand = q.significand << 2;  // with two bits more: of which side the true one is
  if (remainder > 0) significand |= 1;
  if (remainder < 0) significand -= 1;
  return bits<double>(encode<type::f64, R>(x.negative != y.negative, significand,
                                           q.exponent - 2 + x.exponent - y.exponent));
}

template <rounding R = rounding::rn>
HIPIFY_PTX_FN double rcp_f64(double a) {
  return div_f64<R>(1.0, a);
}

template <rounding R = rounding::rn>
HIPIFY_PTX_FN double sqrt_f64(double a) {
  double nearest = ::sqrt(a);
  if (R == rounding::rn || !is_finite<type::f64>(a) || a <= 0) return nearest;
  unpacked x(a);
  bool is_odd = (x.exponent & 1) != 0;  // of 2^52 * fraction; the exponent of a root must be an integer
  double radicand = is_odd ? 2 * x.fraction() : x.fraction();
  double root = ::sqrt(radicand);                    // in [1, 2)
  double remainder = fma_rn(-root, root, radicand);  // exact
  unpacked r(root);
  uint64_t significand = r.significand << 2;
  if (remainder > 0) significand |= 1;
  if (remainder < 0) significand -= 1;
  return bits<double>(encode<type::f64, R>(false, significand, r.exponent - 2 + (x.exponent + 52 - is_odd) / 2));
}

// What abs and neg make of a NaN, whose sign doesn't change: the canonical one; in f64, a quiet one.
template <class T>
HIPIFY_PTX_FN typename T::held quieted(typename T::held x) {
  return bits<typename T::held>(static_cast<typename T::bits_type>(same<T, type::f64> ? raw<T>(x) | T::quiet : T::nan));
}

template <class T, bool Ftz = false>
HIPIFY_PTX_FN typename T::held abs_float(typename T::held a) {
  if constexpr (T::lanes == 2) {
    return joined(abs_float<typename T::lane, Ftz>(low(a)), abs_float<typename T::lane, Ftz>(high(a)));
  } else {
    if (is_nan<T>(a)) return quieted<T>(a);
    return bits<typename T::held>(static_cast<typename T::bits_type>(raw<T>(flush<T, Ftz>(a)) & ~T::sign));
  }
}

template <class T, bool Ftz = false>
HIPIFY_PTX_FN typename T::held neg_float(typename T::held a) {
  if constexpr (T::lanes == 2) {
    return joined(neg_float<typename T::lane, Ftz>(low(a)), neg_float<typename T::lane, Ftz>(high(a)));
  } else {
    if (is_nan<T>(a)) return quieted<T>(a);
    return bits<typename T::held>(static_cast<typename T::bits_type>(raw<T>(flush<T, Ftz>(a)) ^ T::sign));
  }
}

// The sign of a, the rest of b.
template <class T>
HIPIFY_PTX_FN typename T::held copysign(typename T::held a, typename T::held b) {
  return bits<typename T::held>((raw<T>(a) & T::sign) | (raw<T>(b) & ~T::sign));
}

// Numbers other than NaN are in the order of these, and -0 comes before +0.
template <class T>
HIPIFY_PTX_FN auto rank(typename T::held x) {
  if constexpr (sizeof(x) == 8) {
    int64_t magnitude = static_cast<int64_t>(raw<T>(x) & T::nan);
    return is_negative<T>(x) ? ~magnitude : magnitude;
  } else {
    int32_t magnitude = static_cast<int32_t>(raw<T>(x) & T::nan);
    return is_negative<T>(x) ? ~magnitude : magnitude;
  }
}

// min and max. Of a NaN and a number, the number; of two, or with `.NaN`, the canonical NaN (in f64, the second one).
// With `.xorsign.abs`, the magnitudes are compared, and the sign is that of the product.
template <class T, bool Max, bool Ftz, bool Nan, bool Abs, bool XorSign>
HIPIFY_PTX_FN typename T::held choose(typename T::held a, typename T::held b) {
  if constexpr (T::lanes == 2) {
    return joined(choose<typename T::lane, Max, Ftz, Nan, Abs, XorSign>(low(a), low(b)),
                  choose<typename T::lane, Max, Ftz, Nan, Abs, XorSign>(high(a), high(b)));
  } else {
    using bits_type = typename T::bits_type;
    a = flush<T, Ftz>(a);
    b = flush<T, Ftz>(b);
    bits_type sign = XorSign ? static_cast<bits_type>((raw<T>(a) ^ raw<T>(b)) & T::sign) : 0;
    if constexpr (Abs) {
      a = abs_float<T, false>(a);
      b = abs_float<T, false>(b);
    }
    bool a_is_nan = is_nan<T>(a), b_is_nan = is_nan<T>(b);
    if ((a_is_nan && b_is_nan) || (Nan && (a_is_nan || b_is_nan))) return quieted<T>(b);
    bool takes_a = b_is_nan || (!a_is_nan && (rank<T>(a) < rank<T>(b)) != Max);
    return bits<typename T::held>(static_cast<bits_type>(raw<T>(takes_a ? a : b) | sign));
  }
}

template <class T, bool Ftz = false, bool Nan = false, bool XorSign = false>
HIPIFY_PTX_FN typename T::held minimum(typename T::held a, typename T::held b) {
  return choose<T, false, Ftz, Nan, XorSign, XorSign>(a, b);
}
template <class T, bool Ftz = false, bool Nan = false, bool XorSign = false>
HIPIFY_PTX_FN typename T::held maximum(typename T::held a, typename T::held b) {
  return choose<T, true, Ftz, Nan, XorSign, XorSign>(a, b);
}

// The same of three.
template <bool Ftz = false, bool Nan = false, bool Abs = false>
HIPIFY_PTX_FN float minimum3(float a, float b, float c) {
  return choose<type::f32, false, Ftz, Nan, Abs, false>(choose<type::f32, false, Ftz, Nan, Abs, false>(a, b), c);
}
template <bool Ftz = false, bool Nan = false, bool Abs = false>
HIPIFY_PTX_FN float maximum3(float a, float b, float c) {
  return choose<type::f32, true, Ftz, Nan, Abs, false>(choose<type::f32, true, Ftz, Nan, Abs, false>(a, b), c);
}

// testp. A zero counts as normal.
template <class T>
HIPIFY_PTX_FN bool testp_finite(typename T::held a) {
  return is_finite<T>(a);
}
template <class T>
HIPIFY_PTX_FN bool testp_infinite(typename T::held a) {
  return (raw<T>(a) & T::nan) == T::infinity;
}
template <class T>
HIPIFY_PTX_FN bool testp_number(typename T::held a) {
  return !is_nan<T>(a);
}
template <class T>
HIPIFY_PTX_FN bool testp_notanumber(typename T::held a) {
  return is_nan<T>(a);
}
template <class T>
HIPIFY_PTX_FN bool testp_subnormal(typename T::held a) {
  return (raw<T>(a) & T::infinity) == 0 && (raw<T>(a) & T::nan) != 0;
}
template <class T>
HIPIFY_PTX_FN bool testp_normal(typename T::held a) {
  return is_finite<T>(a) && !testp_subnormal<T>(a);
}
