namespace hipify_compat {
using namespace hipify_ptx;

// ---------------------------------------------------------------------------------------------------------------------
// SIMD in a word: on the two halves (`…2`) or the four bytes (`…4`) of a register, each for itself.

// What an operation makes of each pair of fields, as int, which holds all results; what a field does not hold is cut
// off.
template <class T, int Bits, class Operation>
HIPIFY_PTX_FN unsigned on_fields(unsigned a, unsigned b, Operation operation) {
  unsigned result = 0;
  for (int i = 0; i < 32 / Bits; ++i) {
    const int field = operation(static_cast<int>(field_of<T, Bits>(a, i)), static_cast<int>(field_of<T, Bits>(b, i)));
    result |= (static_cast<unsigned>(field) & ((1u << Bits) - 1)) << (Bits * i);
  }
  return result;
}

// The same, but what a field does not hold becomes the nearest number that it holds.
template <class T, int Bits, class Operation>
HIPIFY_PTX_FN unsigned on_fields_saturated(unsigned a, unsigned b, Operation operation) {
  const int lowest = static_cast<T>(-1) < 0 ? -(1 << (Bits - 1)) : 0, highest = lowest + (1 << Bits) - 1;
  return on_fields<T, Bits>(a, b, [=](int x, int y) {
    const int exact = operation(x, y);
    return exact < lowest ? lowest : exact > highest ? highest : exact;
  });
}

// The sum of all fields.
template <int Bits>
HIPIFY_PTX_FN unsigned sum_of_fields(unsigned a) {
  unsigned sum = 0;
  for (int i = 0; i < 32 / Bits; ++i) sum += field_of<uint32_t, Bits>(a, i);
  return sum;
}

#define HIPIFY_COMPAT_UNARY(name, how, result)                               \
  HIPIFY_PTX_FN unsigned name##2(unsigned a) {                               \
    return how<int32_t, 16>(a, 0, [](int a, int) -> int { return result; }); \
  }                                                                          \
  HIPIFY_PTX_FN unsigned name##4(unsigned a) {                               \
    return how<int32_t, 8>(a, 0, [](int a, int) -> int { return result; });  \
  }

HIPIFY_COMPAT_UNARY(__vabs, on_fields, a < 0 ? -a : a)

HIPIFY_COMPAT_UNARY(__vabsss, on_fields_saturated, a < 0 ? -a : a)

HIPIFY_COMPAT_UNARY(__vneg, on_fields, -a)

HIPIFY_COMPAT_UNARY(__vnegss, on_fields_saturated, -a)

#define HIPIFY_COMPAT_BINARY(name, how, number, result)                       \
  HIPIFY_PTX_FN unsigned name##2(unsigned a, unsigned b) {                    \
    return how<number, 16>(a, b, [](int a, int b) -> int { return result; }); \
  }                                                                           \
  HIPIFY_PTX_FN unsigned name##4(unsigned a, unsigned b) {                    \
    return how<number, 8>(a, b, [](int a, int b) -> int { return result; });  \
  }

HIPIFY_COMPAT_BINARY(__vadd, on_fields, uint32_t, a + b)

HIPIFY_COMPAT_BINARY(__vaddss, on_fields_saturated, int32_t, a + b)

HIPIFY_COMPAT_BINARY(__vaddus, on_fields_saturated, uint32_t, a + b)

HIPIFY_COMPAT_BINARY(__vsub, on_fields, uint32_t, a - b)

HIPIFY_COMPAT_BINARY(__vsubss, on_fields_saturated, int32_t, a - b)

HIPIFY_COMPAT_BINARY(__vsubus, on_fields_saturated, uint32_t, a - b)

HIPIFY_COMPAT_BINARY(__vabsdiffs, on_fields, int32_t, a < b ? b - a : a - b)

HIPIFY_COMPAT_BINARY(__vabsdiffu, on_fields, uint32_t, a < b ? b - a : a - b)

HIPIFY_COMPAT_BINARY(__vavgs, on_fields, int32_t, (a + b + (a + b >= 0)) >> 1)

HIPIFY_COMPAT_BINARY(__vavgu, on_fields, uint32_t, (a + b + 1) >> 1)

HIPIFY_COMPAT_BINARY(__vhaddu, on_fields, uint32_t, (a + b) >> 1)

HIPIFY_COMPAT_BINARY(__vmaxs, on_fields, int32_t, a > b ? a : b)

HIPIFY_COMPAT_BINARY(__vmaxu, on_fields, uint32_t, a > b ? a : b)

HIPIFY_COMPAT_BINARY(__vmins, on_fields, int32_t, a < b ? a : b)

HIPIFY_COMPAT_BINARY(__vminu, on_fields, uint32_t, a < b ? a : b)

// Comparisons: all bits of a field that compares so (`__vcmp…`), or its lowest (`__vset…`).
#define HIPIFY_COMPAT_COMPARISON(name, number, result)             \
  HIPIFY_COMPAT_BINARY(__vcmp##name, on_fields, number, -(result)) \
  HIPIFY_COMPAT_BINARY(__vset##name, on_fields, number, result)

HIPIFY_COMPAT_COMPARISON(eq, uint32_t, a == b)

HIPIFY_COMPAT_COMPARISON(ne, uint32_t, a != b)

HIPIFY_COMPAT_COMPARISON(ges, int32_t, a >= b)

HIPIFY_COMPAT_COMPARISON(geu, uint32_t, a >= b)

HIPIFY_COMPAT_COMPARISON(gts, int32_t, a > b)

HIPIFY_COMPAT_COMPARISON(gtu, uint32_t, a > b)

HIPIFY_COMPAT_COMPARISON(les, int32_t, a <= b)

HIPIFY_COMPAT_COMPARISON(leu, uint32_t, a <= b)

HIPIFY_COMPAT_COMPARISON(lts, int32_t, a < b)

HIPIFY_COMPAT_COMPARISON(ltu, uint32_t, a < b)

HIPIFY_PTX_FN unsigned __vsads2(unsigned a, unsigned b) { return sum_of_fields<16>(__vabsdiffs2(a, b)); }

HIPIFY_PTX_FN unsigned __vsads4(unsigned a, unsigned b) { return sum_of_fields<8>(__vabsdiffs4(a, b)); }

HIPIFY_PTX_FN unsigned __vsadu2(unsigned a, unsigned b) { return sum_of_fields<16>(__vabsdiffu2(a, b)); }

HIPIFY_PTX_FN unsigned __vsadu4(unsigned a, unsigned b) { return sum_of_fields<8>(__vabsdiffu4(a, b)); }

// ---------------------------------------------------------------------------------------------------------------------
// Additions, minima and maxima in one call, as dynamic programming has them; sums wrap. `_relu`: nothing below zero.

#define HIPIFY_COMPAT_DPX(suffix, number, sum)                                                                         \
  HIPIFY_PTX_FN number __viaddmax_##suffix(number a, number b, number c) { return imax<number>(sum, c); }              \
  HIPIFY_PTX_FN number __viaddmin_##suffix(number a, number b, number c) { return imin<number>(sum, c); }              \
  HIPIFY_PTX_FN number __vimax3_##suffix(number a, number b, number c) { return imax<number>(imax<number>(a, b), c); } \
  HIPIFY_PTX_FN number __vimin3_##suffix(number a, number b, number c) { return imin<number>(imin<number>(a, b), c); } \
  HIPIFY_PTX_FN number __vibmax_##suffix(number a, number b, bool* first) {                                            \
    *first = a >= b;                                                                                                   \
    return imax<number>(a, b);                                                                                         \
  }                                                                                                                    \
  HIPIFY_PTX_FN number __vibmin_##suffix(number a, number b, bool* first) {                                            \
    *first = a <= b;                                                                                                   \
    return imin<number>(a, b);                                                                                         \
  }

HIPIFY_COMPAT_DPX(s32, int, static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b)))

HIPIFY_COMPAT_DPX(u32, unsigned, a + b)

HIPIFY_PTX_FN int __vimax_s32_relu(int a, int b) { return imax_relu<int>(a, b); }

HIPIFY_PTX_FN int __vimin_s32_relu(int a, int b) { return imin_relu<int>(a, b); }

HIPIFY_PTX_FN int __viaddmax_s32_relu(int a, int b, int c) { return imax<int>(__viaddmax_s32(a, b, c), 0); }

HIPIFY_PTX_FN int __viaddmin_s32_relu(int a, int b, int c) { return imax<int>(__viaddmin_s32(a, b, c), 0); }

HIPIFY_PTX_FN int __vimax3_s32_relu(int a, int b, int c) { return imax<int>(__vimax3_s32(a, b, c), 0); }

HIPIFY_PTX_FN int __vimin3_s32_relu(int a, int b, int c) { return imax<int>(__vimin3_s32(a, b, c), 0); }

// The same on the halves of a register.
#define HIPIFY_COMPAT_DPX_HALVES(sign, number)                                                              \
  HIPIFY_PTX_FN unsigned __viaddmax_##sign##16x2(unsigned a, unsigned b, unsigned c) {                      \
    return __vmax##sign##2(__vadd2(a, b), c);                                                               \
  }                                                                                                         \
  HIPIFY_PTX_FN unsigned __viaddmin_##sign##16x2(unsigned a, unsigned b, unsigned c) {                      \
    return __vmin##sign##2(__vadd2(a, b), c);                                                               \
  }                                                                                                         \
  HIPIFY_PTX_FN unsigned __vimax3_##sign##16x2(unsigned a, unsigned b, unsigned c) {                        \
    return __vmax##sign##2(__vmax##sign##2(a, b), c);                                                       \
  }                                                                                                         \
  HIPIFY_PTX_FN unsigned __vimin3_##sign##16x2(unsigned a, unsigned b, unsigned c) {                        \
    return __vmin##sign##2(__vmin##sign##2(a, b), c);                                                       \
  }                                                                                                         \
  HIPIFY_PTX_FN unsigned __vibmax_##sign##16x2(unsigned a, unsigned b, bool* first_high, bool* first_low) { \
    *first_high = high_half<number>(a) >= high_half<number>(b);                                             \
    *first_low = low_half<number>(a) >= low_half<number>(b);                                                \
    return __vmax##sign##2(a, b);                                                                           \
  }                                                                                                         \
  HIPIFY_PTX_FN unsigned __vibmin_##sign##16x2(unsigned a, unsigned b, bool* first_high, bool* first_low) { \
    *first_high = high_half<number>(a) <= high_half<number>(b);                                             \
    *first_low = low_half<number>(a) <= low_half<number>(b);                                                \
    return __vmin##sign##2(a, b);                                                                           \
  }

HIPIFY_COMPAT_DPX_HALVES(s, int16_t)

HIPIFY_COMPAT_DPX_HALVES(u, uint16_t)

HIPIFY_PTX_FN unsigned __vimax_s16x2_relu(unsigned a, unsigned b) { return __vmaxs2(__vmaxs2(a, b), 0); }

HIPIFY_PTX_FN unsigned __vimin_s16x2_relu(unsigned a, unsigned b) { return __vmaxs2(__vmins2(a, b), 0); }

HIPIFY_PTX_FN unsigned __viaddmax_s16x2_relu(unsigned a, unsigned b, unsigned c) {
  return __vmaxs2(__viaddmax_s16x2(a, b, c), 0);
}

HIPIFY_PTX_FN unsigned __viaddmin_s16x2_relu(unsigned a, unsigned b, unsigned c) {
  return __vmaxs2(__viaddmin_s16x2(a, b, c), 0);
}

HIPIFY_PTX_FN unsigned __vimax3_s16x2_relu(unsigned a, unsigned b, unsigned c) {
  return __vmaxs2(__vimax3_s16x2(a, b, c), 0);
}

HIPIFY_PTX_FN unsigned __vimin3_s16x2_relu(unsigned a, unsigned b, unsigned c) {
  return __vmaxs2(__vimin3_s16x2(a, b, c), 0);
}

// ---------------------------------------------------------------------------------------------------------------------
// Dot products of bytes, and of halves with bytes.

HIPIFY_PTX_FN int __dp4a(int a, int b, int c) {
  return static_cast<int>(dp4a<int32_t, int32_t>(static_cast<unsigned>(a), static_cast<unsigned>(b), c));
}
HIPIFY_PTX_FN unsigned __dp4a(unsigned a, unsigned b, unsigned c) { return dp4a<uint32_t, uint32_t>(a, b, c); }
HIPIFY_PTX_FN int __dp4a(char4 a, char4 b, int c) { return __dp4a(bits<int>(a), bits<int>(b), c); }
HIPIFY_PTX_FN unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return __dp4a(bits<unsigned>(a), bits<unsigned>(b), c);
}

#define HIPIFY_COMPAT_DP2A(name, operation)                                                                          \
  HIPIFY_PTX_FN int name(int a, int b, int c) {                                                                      \
    return static_cast<int>(operation<int32_t, int32_t>(static_cast<unsigned>(a), static_cast<unsigned>(b), c));     \
  }                                                                                                                  \
  HIPIFY_PTX_FN unsigned name(unsigned a, unsigned b, unsigned c) { return operation<uint32_t, uint32_t>(a, b, c); } \
  HIPIFY_PTX_FN int name(short2 a, char4 b, int c) { return name(bits<int>(a), bits<int>(b), c); }                   \
  HIPIFY_PTX_FN unsigned name(ushort2 a, uchar4 b, unsigned c) { return name(bits<unsigned>(a), bits<unsigned>(b), c); }

HIPIFY_COMPAT_DP2A(__dp2a_lo, dp2a_lo)

HIPIFY_COMPAT_DP2A(__dp2a_hi, dp2a_hi)

// ---------------------------------------------------------------------------------------------------------------------
// Arithmetic that rounds down (`_rd`), up (`_ru`) or towards zero (`_rz`). AMD GPUs have no instructions for it that a
// compiler would use: this is slower than rounding to nearest.

#define HIPIFY_COMPAT_DIRECTED_FLOAT(name, parameters, arguments, operation, ...)                     \
  HIPIFY_PTX_FN float name##_rd parameters { return operation<rounding::rm, __VA_ARGS__> arguments; } \
  HIPIFY_PTX_FN float name##_ru parameters { return operation<rounding::rp, __VA_ARGS__> arguments; } \
  HIPIFY_PTX_FN float name##_rz parameters { return operation<rounding::rz, __VA_ARGS__> arguments; }

#define HIPIFY_COMPAT_DIRECTED_DOUBLE(name, parameters, arguments, operation)             \
  HIPIFY_PTX_FN double name##_rd parameters { return operation<rounding::rm> arguments; } \
  HIPIFY_PTX_FN double name##_ru parameters { return operation<rounding::rp> arguments; } \
  HIPIFY_PTX_FN double name##_rz parameters { return operation<rounding::rz> arguments; }

HIPIFY_COMPAT_DIRECTED_FLOAT(__fadd, (float a, float b), (a, b), add_f32, false, false)

HIPIFY_COMPAT_DIRECTED_FLOAT(__fsub, (float a, float b), (a, b), sub_f32, false, false)

HIPIFY_COMPAT_DIRECTED_FLOAT(__fmul, (float a, float b), (a, b), mul_f32, false, false)

HIPIFY_COMPAT_DIRECTED_FLOAT(__fmaf, (float a, float b, float c), (a, b, c), fma_f32, false, false)

HIPIFY_COMPAT_DIRECTED_FLOAT(__fdiv, (float a, float b), (a, b), div_f32, false)

HIPIFY_COMPAT_DIRECTED_FLOAT(__frcp, (float a), (a), rcp_f32, false)

HIPIFY_COMPAT_DIRECTED_FLOAT(__fsqrt, (float a), (a), sqrt_f32, false)

HIPIFY_COMPAT_DIRECTED_DOUBLE(__dadd, (double a, double b), (a, b), add_f64)

HIPIFY_COMPAT_DIRECTED_DOUBLE(__dsub, (double a, double b), (a, b), sub_f64)

HIPIFY_COMPAT_DIRECTED_DOUBLE(__dmul, (double a, double b), (a, b), mul_f64)

HIPIFY_COMPAT_DIRECTED_DOUBLE(__ddiv, (double a, double b), (a, b), div_f64)

HIPIFY_COMPAT_DIRECTED_DOUBLE(__fma, (double a, double b, double c), (a, b, c), fma_f64)

HIPIFY_COMPAT_DIRECTED_DOUBLE(__drcp, (double a), (a), rcp_f64)

HIPIFY_COMPAT_DIRECTED_DOUBLE(__dsqrt, (double a), (a), sqrt_f64)

// Without flushing subnormal numbers, whatever the compiler was told.
HIPIFY_PTX_FN float __fmaf_ieee_rn(float a, float b, float c) { return fma_f32<rounding::rn, false, false>(a, b, c); }

HIPIFY_PTX_FN float __fmaf_ieee_rd(float a, float b, float c) { return fma_f32<rounding::rm, false, false>(a, b, c); }

HIPIFY_PTX_FN float __fmaf_ieee_ru(float a, float b, float c) { return fma_f32<rounding::rp, false, false>(a, b, c); }

HIPIFY_PTX_FN float __fmaf_ieee_rz(float a, float b, float c) { return fma_f32<rounding::rz, false, false>(a, b, c); }

// ---------------------------------------------------------------------------------------------------------------------
// half and bfloat16: what HIP lacks for one of them, or for both.

HIPIFY_PTX_FN __half2 __hmin2(__half2 a, __half2 b) {
  return bits<__half2>(minimum<type::f16x2, false, false, false>(bits<uint32_t>(a), bits<uint32_t>(b)));
}

HIPIFY_PTX_FN __half2 __hmax2(__half2 a, __half2 b) {
  return bits<__half2>(maximum<type::f16x2, false, false, false>(bits<uint32_t>(a), bits<uint32_t>(b)));
}

HIPIFY_PTX_FN __half2 __hmin2_nan(__half2 a, __half2 b) {
  return bits<__half2>(minimum<type::f16x2, false, true, false>(bits<uint32_t>(a), bits<uint32_t>(b)));
}
HIPIFY_PTX_FN __hip_bfloat162 __hmin2_nan(__hip_bfloat162 a, __hip_bfloat162 b) {
  return bits<__hip_bfloat162>(minimum<type::bf16x2, false, true, false>(bits<uint32_t>(a), bits<uint32_t>(b)));
}

HIPIFY_PTX_FN __half2 __hmax2_nan(__half2 a, __half2 b) {
  return bits<__half2>(maximum<type::f16x2, false, true, false>(bits<uint32_t>(a), bits<uint32_t>(b)));
}
HIPIFY_PTX_FN __hip_bfloat162 __hmax2_nan(__hip_bfloat162 a, __hip_bfloat162 b) {
  return bits<__hip_bfloat162>(maximum<type::bf16x2, false, true, false>(bits<uint32_t>(a), bits<uint32_t>(b)));
}

HIPIFY_PTX_FN __hip_bfloat16 __hmin_nan(__hip_bfloat16 a, __hip_bfloat16 b) {
  return bits<__hip_bfloat16>(minimum<type::bf16, false, true, false>(bits<uint16_t>(a), bits<uint16_t>(b)));
}

HIPIFY_PTX_FN __hip_bfloat16 __hmax_nan(__hip_bfloat16 a, __hip_bfloat16 b) {
  return bits<__hip_bfloat16>(maximum<type::bf16, false, true, false>(bits<uint16_t>(a), bits<uint16_t>(b)));
}

HIPIFY_PTX_FN __half __hfma_relu(__half a, __half b, __half c) {
  return bits<__half>(fma_half<type::f16, false, false, true>(bits<uint16_t>(a), bits<uint16_t>(b), bits<uint16_t>(c)));
}
HIPIFY_PTX_FN __hip_bfloat16 __hfma_relu(__hip_bfloat16 a, __hip_bfloat16 b, __hip_bfloat16 c) {
  return bits<__hip_bfloat16>(
      fma_half<type::bf16, false, false, true>(bits<uint16_t>(a), bits<uint16_t>(b), bits<uint16_t>(c)));
}

HIPIFY_PTX_FN __half2 __hfma2_relu(__half2 a, __half2 b, __half2 c) {
  return bits<__half2>(
      fma_half<type::f16x2, false, false, true>(bits<uint32_t>(a), bits<uint32_t>(b), bits<uint32_t>(c)));
}
HIPIFY_PTX_FN __hip_bfloat162 __hfma2_relu(__hip_bfloat162 a, __hip_bfloat162 b, __hip_bfloat162 c) {
  return bits<__hip_bfloat162>(
      fma_half<type::bf16x2, false, false, true>(bits<uint32_t>(a), bits<uint32_t>(b), bits<uint32_t>(c)));
}

// What is never merged into a fused multiply-add. HIP 7.2 has functions of these names, which a compiler prefers to
// templates.
#define HIPIFY_COMPAT_UNFUSED(name, plain, operation)                                         \
  HIPIFY_PTX_FN __half name(__half a, __half b) {                                             \
    return bits<__half>(operation<type::f16>(bits<uint16_t>(a), bits<uint16_t>(b)));          \
  }                                                                                           \
  HIPIFY_PTX_FN __half2 name(__half2 a, __half2 b) {                                          \
    return bits<__half2>(operation<type::f16x2>(bits<uint32_t>(a), bits<uint32_t>(b)));       \
  }                                                                                           \
  HIPIFY_PTX_FN __hip_bfloat16 name(__hip_bfloat16 a, __hip_bfloat16 b) {                     \
    return bits<__hip_bfloat16>(operation<type::bf16>(bits<uint16_t>(a), bits<uint16_t>(b))); \
  }                                                                                           \
  HIPIFY_PTX_FN __hip_bfloat162 name(__hip_bfloat162 a, __hip_bfloat162 b) {                  \
    return bits<__hip_bfloat162>(operation<type::bf16x2>(bits<uint32_t>(a), bits<uint32_t>(b))); \
  }                                                                                           \
  template <class T>                                                                          \
  HIPIFY_PTX_FN T __h##plain##_rn(T a, T b) {                                                 \
    return name(a, b);                                                                        \
  }                                                                                           \
  template <class T>                                                                          \
  HIPIFY_PTX_FN T __h##plain##2_rn(T a, T b) {                                                \
    return name(a, b);                                                                        \
  }

HIPIFY_COMPAT_UNFUSED(unfused_sum, add, add_half)

HIPIFY_COMPAT_UNFUSED(unfused_difference, sub, sub_half)

HIPIFY_COMPAT_UNFUSED(unfused_product, mul, mul_half)

HIPIFY_PTX_FN __hip_bfloat16 __hadd_sat(__hip_bfloat16 a, __hip_bfloat16 b) {
  return bits<__hip_bfloat16>(add_half<type::bf16, false, true>(bits<uint16_t>(a), bits<uint16_t>(b)));
}

HIPIFY_PTX_FN __hip_bfloat162 __hadd2_sat(__hip_bfloat162 a, __hip_bfloat162 b) {
  return bits<__hip_bfloat162>(add_half<type::bf16x2, false, true>(bits<uint32_t>(a), bits<uint32_t>(b)));
}

HIPIFY_PTX_FN __hip_bfloat16 __hsub_sat(__hip_bfloat16 a, __hip_bfloat16 b) {
  return bits<__hip_bfloat16>(sub_half<type::bf16, false, true>(bits<uint16_t>(a), bits<uint16_t>(b)));
}

HIPIFY_PTX_FN __hip_bfloat162 __hsub2_sat(__hip_bfloat162 a, __hip_bfloat162 b) {
  return bits<__hip_bfloat162>(sub_half<type::bf16x2, false, true>(bits<uint32_t>(a), bits<uint32_t>(b)));
}

HIPIFY_PTX_FN __hip_bfloat16 __hmul_sat(__hip_bfloat16 a, __hip_bfloat16 b) {
  return bits<__hip_bfloat16>(mul_half<type::bf16, false, true>(bits<uint16_t>(a), bits<uint16_t>(b)));
}

HIPIFY_PTX_FN __hip_bfloat162 __hmul2_sat(__hip_bfloat162 a, __hip_bfloat162 b) {
  return bits<__hip_bfloat162>(mul_half<type::bf16x2, false, true>(bits<uint32_t>(a), bits<uint32_t>(b)));
}

HIPIFY_PTX_FN __hip_bfloat16 __hfma_sat(__hip_bfloat16 a, __hip_bfloat16 b, __hip_bfloat16 c) {
  return bits<__hip_bfloat16>(
      fma_half<type::bf16, false, true, false>(bits<uint16_t>(a), bits<uint16_t>(b), bits<uint16_t>(c)));
}

HIPIFY_PTX_FN __hip_bfloat162 __hfma2_sat(__hip_bfloat162 a, __hip_bfloat162 b, __hip_bfloat162 c) {
  return bits<__hip_bfloat162>(
      fma_half<type::bf16x2, false, true, false>(bits<uint32_t>(a), bits<uint32_t>(b), bits<uint32_t>(c)));
}

HIPIFY_PTX_FN __hip_bfloat162 __hequ2(__hip_bfloat162 a, __hip_bfloat162 b) {
  return bits<__hip_bfloat162>(
      set_pair<compare::equ, type::bf16x2, type::bf16, false>(bits<uint32_t>(a), bits<uint32_t>(b)));
}

HIPIFY_PTX_FN __hip_bfloat162 __hneu2(__hip_bfloat162 a, __hip_bfloat162 b) {
  return bits<__hip_bfloat162>(
      set_pair<compare::neu, type::bf16x2, type::bf16, false>(bits<uint32_t>(a), bits<uint32_t>(b)));
}

HIPIFY_PTX_FN __hip_bfloat162 __hltu2(__hip_bfloat162 a, __hip_bfloat162 b) {
  return bits<__hip_bfloat162>(
      set_pair<compare::ltu, type::bf16x2, type::bf16, false>(bits<uint32_t>(a), bits<uint32_t>(b)));
}

HIPIFY_PTX_FN __hip_bfloat162 __hleu2(__hip_bfloat162 a, __hip_bfloat162 b) {
  return bits<__hip_bfloat162>(
      set_pair<compare::leu, type::bf16x2, type::bf16, false>(bits<uint32_t>(a), bits<uint32_t>(b)));
}

HIPIFY_PTX_FN __hip_bfloat162 __hgtu2(__hip_bfloat162 a, __hip_bfloat162 b) {
  return bits<__hip_bfloat162>(
      set_pair<compare::gtu, type::bf16x2, type::bf16, false>(bits<uint32_t>(a), bits<uint32_t>(b)));
}

HIPIFY_PTX_FN __hip_bfloat162 __hgeu2(__hip_bfloat162 a, __hip_bfloat162 b) {
  return bits<__hip_bfloat162>(
      set_pair<compare::geu, type::bf16x2, type::bf16, false>(bits<uint32_t>(a), bits<uint32_t>(b)));
}

// All bits of the halves of which the comparison is true.
template <class T, compare Compare>
HIPIFY_PTX_FN unsigned mask_of_halves(uint32_t a, uint32_t b) {
  const unsigned lower = compared<Compare, T, false>(low(a), low(b)) ? 0xffffu : 0u;
  return compared<Compare, T, false>(high(a), high(b)) ? lower | 0xffff0000u : lower;
}

HIPIFY_PTX_FN unsigned __heq2_mask(__half2 a, __half2 b) {
  return mask_of_halves<type::f16, compare::eq>(bits<uint32_t>(a), bits<uint32_t>(b));
}
HIPIFY_PTX_FN unsigned __heq2_mask(__hip_bfloat162 a, __hip_bfloat162 b) {
  return mask_of_halves<type::bf16, compare::eq>(bits<uint32_t>(a), bits<uint32_t>(b));
}

HIPIFY_PTX_FN unsigned __hne2_mask(__half2 a, __half2 b) {
  return mask_of_halves<type::f16, compare::ne>(bits<uint32_t>(a), bits<uint32_t>(b));
}
HIPIFY_PTX_FN unsigned __hne2_mask(__hip_bfloat162 a, __hip_bfloat162 b) {
  return mask_of_halves<type::bf16, compare::ne>(bits<uint32_t>(a), bits<uint32_t>(b));
}

HIPIFY_PTX_FN unsigned __hlt2_mask(__half2 a, __half2 b) {
  return mask_of_halves<type::f16, compare::lt>(bits<uint32_t>(a), bits<uint32_t>(b));
}
HIPIFY_PTX_FN unsigned __hlt2_mask(__hip_bfloat162 a, __hip_bfloat162 b) {
  return mask_of_halves<type::bf16, compare::lt>(bits<uint32_t>(a), bits<uint32_t>(b));
}

HIPIFY_PTX_FN unsigned __hle2_mask(__half2 a, __half2 b) {
  return mask_of_halves<type::f16, compare::le>(bits<uint32_t>(a), bits<uint32_t>(b));
}
HIPIFY_PTX_FN unsigned __hle2_mask(__hip_bfloat162 a, __hip_bfloat162 b) {
  return mask_of_halves<type::bf16, compare::le>(bits<uint32_t>(a), bits<uint32_t>(b));
}

HIPIFY_PTX_FN unsigned __hgt2_mask(__half2 a, __half2 b) {
  return mask_of_halves<type::f16, compare::gt>(bits<uint32_t>(a), bits<uint32_t>(b));
}
HIPIFY_PTX_FN unsigned __hgt2_mask(__hip_bfloat162 a, __hip_bfloat162 b) {
  return mask_of_halves<type::bf16, compare::gt>(bits<uint32_t>(a), bits<uint32_t>(b));
}

HIPIFY_PTX_FN unsigned __hge2_mask(__half2 a, __half2 b) {
  return mask_of_halves<type::f16, compare::ge>(bits<uint32_t>(a), bits<uint32_t>(b));
}
HIPIFY_PTX_FN unsigned __hge2_mask(__hip_bfloat162 a, __hip_bfloat162 b) {
  return mask_of_halves<type::bf16, compare::ge>(bits<uint32_t>(a), bits<uint32_t>(b));
}

HIPIFY_PTX_FN unsigned __hequ2_mask(__half2 a, __half2 b) {
  return mask_of_halves<type::f16, compare::equ>(bits<uint32_t>(a), bits<uint32_t>(b));
}
HIPIFY_PTX_FN unsigned __hequ2_mask(__hip_bfloat162 a, __hip_bfloat162 b) {
  return mask_of_halves<type::bf16, compare::equ>(bits<uint32_t>(a), bits<uint32_t>(b));
}

HIPIFY_PTX_FN unsigned __hneu2_mask(__half2 a, __half2 b) {
  return mask_of_halves<type::f16, compare::neu>(bits<uint32_t>(a), bits<uint32_t>(b));
}
HIPIFY_PTX_FN unsigned __hneu2_mask(__hip_bfloat162 a, __hip_bfloat162 b) {
  return mask_of_halves<type::bf16, compare::neu>(bits<uint32_t>(a), bits<uint32_t>(b));
}

HIPIFY_PTX_FN unsigned __hltu2_mask(__half2 a, __half2 b) {
  return mask_of_halves<type::f16, compare::ltu>(bits<uint32_t>(a), bits<uint32_t>(b));
}
HIPIFY_PTX_FN unsigned __hltu2_mask(__hip_bfloat162 a, __hip_bfloat162 b) {
  return mask_of_halves<type::bf16, compare::ltu>(bits<uint32_t>(a), bits<uint32_t>(b));
}

HIPIFY_PTX_FN unsigned __hleu2_mask(__half2 a, __half2 b) {
  return mask_of_halves<type::f16, compare::leu>(bits<uint32_t>(a), bits<uint32_t>(b));
}
HIPIFY_PTX_FN unsigned __hleu2_mask(__hip_bfloat162 a, __hip_bfloat162 b) {
  return mask_of_halves<type::bf16, compare::leu>(bits<uint32_t>(a), bits<uint32_t>(b));
}

HIPIFY_PTX_FN unsigned __hgtu2_mask(__half2 a, __half2 b) {
  return mask_of_halves<type::f16, compare::gtu>(bits<uint32_t>(a), bits<uint32_t>(b));
}
HIPIFY_PTX_FN unsigned __hgtu2_mask(__hip_bfloat162 a, __hip_bfloat162 b) {
  return mask_of_halves<type::bf16, compare::gtu>(bits<uint32_t>(a), bits<uint32_t>(b));
}

HIPIFY_PTX_FN unsigned __hgeu2_mask(__half2 a, __half2 b) {
  return mask_of_halves<type::f16, compare::geu>(bits<uint32_t>(a), bits<uint32_t>(b));
}
HIPIFY_PTX_FN unsigned __hgeu2_mask(__hip_bfloat162 a, __hip_bfloat162 b) {
  return mask_of_halves<type::bf16, compare::geu>(bits<uint32_t>(a), bits<uint32_t>(b));
}

// The product of two complex numbers, and a third one.
template <class T>
HIPIFY_PTX_FN uint32_t complex_product_plus(uint32_t a, uint32_t b, uint32_t c) {
  const uint16_t minus = high(a) ^ 0x8000;
  const uint16_t real = fma_half<T, false, false, false>(low(a), low(b), low(c));
  const uint16_t imaginary = fma_half<T, false, false, false>(low(a), high(b), high(c));
  return joined(fma_half<T, false, false, false>(minus, high(b), real),
                fma_half<T, false, false, false>(high(a), low(b), imaginary));
}

HIPIFY_PTX_FN __half2 __hcmadd(__half2 a, __half2 b, __half2 c) {
  return bits<__half2>(complex_product_plus<type::f16>(bits<uint32_t>(a), bits<uint32_t>(b), bits<uint32_t>(c)));
}
HIPIFY_PTX_FN __hip_bfloat162 __hcmadd(__hip_bfloat162 a, __hip_bfloat162 b, __hip_bfloat162 c) {
  return bits<__hip_bfloat162>(
      complex_product_plus<type::bf16>(bits<uint32_t>(a), bits<uint32_t>(b), bits<uint32_t>(c)));
}

// To and from integers, and from float, with the rounding of the name.
HIPIFY_PTX_FN signed char __half2char_rz(__half a) {
  return static_cast<signed char>(cvt_int<type::s8, type::f16, rounding::rz, false>(bits<uint16_t>(a)));
}

HIPIFY_PTX_FN unsigned char __half2uchar_rz(__half a) {
  return static_cast<unsigned char>(cvt_int<type::u8, type::f16, rounding::rz, false>(bits<uint16_t>(a)));
}

HIPIFY_PTX_FN signed char __bfloat162char_rz(__hip_bfloat16 a) {
  return static_cast<signed char>(cvt_int<type::s8, type::bf16, rounding::rz, false>(bits<uint16_t>(a)));
}

HIPIFY_PTX_FN unsigned char __bfloat162uchar_rz(__hip_bfloat16 a) {
  return static_cast<unsigned char>(cvt_int<type::u8, type::bf16, rounding::rz, false>(bits<uint16_t>(a)));
}

HIPIFY_PTX_FN short __bfloat162short_rd(__hip_bfloat16 a) {
  return static_cast<short>(cvt_int<type::s16, type::bf16, rounding::rm, false>(bits<uint16_t>(a)));
}
HIPIFY_PTX_FN short __bfloat162short_rn(__hip_bfloat16 a) {
  return static_cast<short>(cvt_int<type::s16, type::bf16, rounding::rn, false>(bits<uint16_t>(a)));
}
HIPIFY_PTX_FN short __bfloat162short_ru(__hip_bfloat16 a) {
  return static_cast<short>(cvt_int<type::s16, type::bf16, rounding::rp, false>(bits<uint16_t>(a)));
}
HIPIFY_PTX_FN short __bfloat162short_rz(__hip_bfloat16 a) {
  return static_cast<short>(cvt_int<type::s16, type::bf16, rounding::rz, false>(bits<uint16_t>(a)));
}

HIPIFY_PTX_FN unsigned short __bfloat162ushort_rd(__hip_bfloat16 a) {
  return static_cast<unsigned short>(cvt_int<type::u16, type::bf16, rounding::rm, false>(bits<uint16_t>(a)));
}
HIPIFY_PTX_FN unsigned short __bfloat162ushort_rn(__hip_bfloat16 a) {
  return static_cast<unsigned short>(cvt_int<type::u16, type::bf16, rounding::rn, false>(bits<uint16_t>(a)));
}
HIPIFY_PTX_FN unsigned short __bfloat162ushort_ru(__hip_bfloat16 a) {
  return static_cast<unsigned short>(cvt_int<type::u16, type::bf16, rounding::rp, false>(bits<uint16_t>(a)));
}
HIPIFY_PTX_FN unsigned short __bfloat162ushort_rz(__hip_bfloat16 a) {
  return static_cast<unsigned short>(cvt_int<type::u16, type::bf16, rounding::rz, false>(bits<uint16_t>(a)));
}

HIPIFY_PTX_FN __hip_bfloat16 __float2bfloat16_rd(float a) {
  return bits<__hip_bfloat16>(narrow<type::bf16, rounding::rm>(a));
}
HIPIFY_PTX_FN __hip_bfloat16 __float2bfloat16_ru(float a) {
  return bits<__hip_bfloat16>(narrow<type::bf16, rounding::rp>(a));
}
HIPIFY_PTX_FN __hip_bfloat16 __float2bfloat16_rz(float a) {
  return bits<__hip_bfloat16>(narrow<type::bf16, rounding::rz>(a));
}

template <rounding R>
HIPIFY_PTX_FN __hip_bfloat16 bfloat16_of(bool negative, uint64_t magnitude) {
  return bits<__hip_bfloat16>(static_cast<uint16_t>(encode<type::bf16, R>(negative, magnitude, 0)));
}

HIPIFY_PTX_FN __hip_bfloat16 __short2bfloat16_rd(short a) {
  return bfloat16_of<rounding::rm>(a < 0, a < 0 ? 0 - static_cast<uint64_t>(a) : static_cast<uint64_t>(a));
}
HIPIFY_PTX_FN __hip_bfloat16 __short2bfloat16_ru(short a) {
  return bfloat16_of<rounding::rp>(a < 0, a < 0 ? 0 - static_cast<uint64_t>(a) : static_cast<uint64_t>(a));
}
HIPIFY_PTX_FN __hip_bfloat16 __short2bfloat16_rz(short a) {
  return bfloat16_of<rounding::rz>(a < 0, a < 0 ? 0 - static_cast<uint64_t>(a) : static_cast<uint64_t>(a));
}

HIPIFY_PTX_FN __hip_bfloat16 __int2bfloat16_rd(int a) {
  return bfloat16_of<rounding::rm>(a < 0, a < 0 ? 0 - static_cast<uint64_t>(a) : static_cast<uint64_t>(a));
}
HIPIFY_PTX_FN __hip_bfloat16 __int2bfloat16_rn(int a) {
  return bfloat16_of<rounding::rn>(a < 0, a < 0 ? 0 - static_cast<uint64_t>(a) : static_cast<uint64_t>(a));
}
HIPIFY_PTX_FN __hip_bfloat16 __int2bfloat16_ru(int a) {
  return bfloat16_of<rounding::rp>(a < 0, a < 0 ? 0 - static_cast<uint64_t>(a) : static_cast<uint64_t>(a));
}
HIPIFY_PTX_FN __hip_bfloat16 __int2bfloat16_rz(int a) {
  return bfloat16_of<rounding::rz>(a < 0, a < 0 ? 0 - static_cast<uint64_t>(a) : static_cast<uint64_t>(a));
}

HIPIFY_PTX_FN __hip_bfloat16 __ll2bfloat16_rd(long long a) {
  return bfloat16_of<rounding::rm>(a < 0, a < 0 ? 0 - static_cast<uint64_t>(a) : static_cast<uint64_t>(a));
}
HIPIFY_PTX_FN __hip_bfloat16 __ll2bfloat16_rn(long long a) {
  return bfloat16_of<rounding::rn>(a < 0, a < 0 ? 0 - static_cast<uint64_t>(a) : static_cast<uint64_t>(a));
}
HIPIFY_PTX_FN __hip_bfloat16 __ll2bfloat16_ru(long long a) {
  return bfloat16_of<rounding::rp>(a < 0, a < 0 ? 0 - static_cast<uint64_t>(a) : static_cast<uint64_t>(a));
}
HIPIFY_PTX_FN __hip_bfloat16 __ll2bfloat16_rz(long long a) {
  return bfloat16_of<rounding::rz>(a < 0, a < 0 ? 0 - static_cast<uint64_t>(a) : static_cast<uint64_t>(a));
}

HIPIFY_PTX_FN __hip_bfloat16 __ushort2bfloat16_rd(unsigned short a) { return bfloat16_of<rounding::rm>(false, a); }
HIPIFY_PTX_FN __hip_bfloat16 __ushort2bfloat16_ru(unsigned short a) { return bfloat16_of<rounding::rp>(false, a); }
HIPIFY_PTX_FN __hip_bfloat16 __ushort2bfloat16_rz(unsigned short a) { return bfloat16_of<rounding::rz>(false, a); }

HIPIFY_PTX_FN __hip_bfloat16 __uint2bfloat16_rd(unsigned a) { return bfloat16_of<rounding::rm>(false, a); }
HIPIFY_PTX_FN __hip_bfloat16 __uint2bfloat16_rn(unsigned a) { return bfloat16_of<rounding::rn>(false, a); }
HIPIFY_PTX_FN __hip_bfloat16 __uint2bfloat16_ru(unsigned a) { return bfloat16_of<rounding::rp>(false, a); }
HIPIFY_PTX_FN __hip_bfloat16 __uint2bfloat16_rz(unsigned a) { return bfloat16_of<rounding::rz>(false, a); }

HIPIFY_PTX_FN __hip_bfloat16 __ull2bfloat16_rd(unsigned long long a) { return bfloat16_of<rounding::rm>(false, a); }
HIPIFY_PTX_FN __hip_bfloat16 __ull2bfloat16_rn(unsigned long long a) { return bfloat16_of<rounding::rn>(false, a); }
HIPIFY_PTX_FN __hip_bfloat16 __ull2bfloat16_ru(unsigned long long a) { return bfloat16_of<rounding::rp>(false, a); }
HIPIFY_PTX_FN __hip_bfloat16 __ull2bfloat16_rz(unsigned long long a) { return bfloat16_of<rounding::rz>(false, a); }

// ---------------------------------------------------------------------------------------------------------------------
// Asynchronous copies to shared memory, which here are done when the call returns: waiting for them takes no time.

HIPIFY_PTX_FN void __pipeline_memcpy_async(void* to, const void* from, size_t size, size_t zeros = 0) {
  const size_t copied = size - zeros;
  // What is copied may be of any type: the compiler must not take it for integers.
  if (zeros == 0 && size == 16) {
    __builtin_memcpy(__builtin_assume_aligned(to, 16), __builtin_assume_aligned(from, 16), 16);
  } else if (zeros == 0 && size == 8) {
    __builtin_memcpy(__builtin_assume_aligned(to, 8), __builtin_assume_aligned(from, 8), 8);
  } else if (zeros == 0 && size == 4) {
    __builtin_memcpy(__builtin_assume_aligned(to, 4), __builtin_assume_aligned(from, 4), 4);
  } else {
    for (size_t i = 0; i < size; ++i) {
      static_cast<char*>(to)[i] = i < copied ? static_cast<const char*>(from)[i] : '\0';
    }
  }
}

HIPIFY_PTX_FN void __pipeline_commit() {}

HIPIFY_PTX_FN void __pipeline_wait_prior(size_t) {}

// ---------------------------------------------------------------------------------------------------------------------
// Shuffles and loads of classes for which HIP has no overload, in words.

template <class T, bool IsClass = __is_class(T)>
struct only_class {};
template <class T>
struct only_class<T, true> {
  using itself = T;
};

template <class T, class Shuffle>
HIPIFY_PTX_FN T in_words(const T& mine, Shuffle shuffle) {
  unsigned exchanged[(sizeof(T) + 3) / 4] = {};
  __builtin_memcpy(exchanged, &mine, sizeof(T));
  for (unsigned& each : exchanged) each = shuffle(each);
  T theirs = mine;
  __builtin_memcpy(&theirs, exchanged, sizeof(T));
  return theirs;
}

template <class T>
HIPIFY_PTX_FN typename only_class<T>::itself __shfl(T mine, int lane, int width = __builtin_amdgcn_wavefrontsize()) {
  return in_words(mine, [=](unsigned each) { return ::__shfl(each, lane, width); });
}

template <class T>
HIPIFY_PTX_FN typename only_class<T>::itself __shfl_up(T mine, unsigned by,
                                                       int width = __builtin_amdgcn_wavefrontsize()) {
  return in_words(mine, [=](unsigned each) { return ::__shfl_up(each, by, width); });
}

template <class T>
HIPIFY_PTX_FN typename only_class<T>::itself __shfl_down(T mine, unsigned by,
                                                         int width = __builtin_amdgcn_wavefrontsize()) {
  return in_words(mine, [=](unsigned each) { return ::__shfl_down(each, by, width); });
}

template <class T>
HIPIFY_PTX_FN typename only_class<T>::itself __shfl_xor(T mine, int by, int width = __builtin_amdgcn_wavefrontsize()) {
  return in_words(mine, [=](unsigned each) { return ::__shfl_xor(each, by, width); });
}

template <class T>
HIPIFY_PTX_FN typename only_class<T>::itself __ldg(const T* from) {
  return *from;
}

// ---------------------------------------------------------------------------------------------------------------------
// Reductions and scans of cooperative groups, for releases of HIP without them: over tiles, and groups of the active
// threads. Values of any type are exchanged in words.

template <class T>
struct plus {
  HIPIFY_PTX_FN T operator()(const T& a, const T& b) const { return a + b; }
};

template <class T>
struct less {
  HIPIFY_PTX_FN T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};

template <class T>
struct greater {
  HIPIFY_PTX_FN T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};

template <class T>
struct bit_and {
  HIPIFY_PTX_FN T operator()(const T& a, const T& b) const { return a & b; }
};

template <class T>
struct bit_or {
  HIPIFY_PTX_FN T operator()(const T& a, const T& b) const { return a | b; }
};

template <class T>
struct bit_xor {
  HIPIFY_PTX_FN T operator()(const T& a, const T& b) const { return a ^ b; }
};

// What another thread of a group has.
template <class Group, class T>
HIPIFY_PTX_FN T from_thread(const Group& group, const T& mine, unsigned other) {
  return in_words(mine, [&](unsigned each) { return group.shfl(each, static_cast<int>(other)); });
}

template <class T>
struct without_reference {
  using itself = T;
};
template <class T>
struct without_reference<T&> {
  using itself = T;
};
template <class T>
struct without_reference<const T&> {
  using itself = T;
};

template <class Group, class T, class Operation>
HIPIFY_PTX_FN auto reduce(const Group& group, T mine, Operation&& operation) ->
    typename without_reference<decltype(operation(mine, mine))>::itself {
  typename without_reference<decltype(operation(mine, mine))>::itself all = mine;
  const unsigned size = group.size(), place = group.thread_rank();
  if ((size & (size - 1)) == 0) {
    for (unsigned step = size / 2; step > 0; step /= 2) all = operation(all, from_thread(group, all, place ^ step));
    return all;
  }
  auto sum = from_thread(group, all, 0);
  for (unsigned other = 1; other < size; ++other) sum = operation(sum, from_thread(group, all, other));
  return sum;
}

template <class Group, class T, class Operation>
HIPIFY_PTX_FN auto inclusive_scan(const Group& group, T mine, Operation&& operation) ->
    typename without_reference<decltype(operation(mine, mine))>::itself {
  typename without_reference<decltype(operation(mine, mine))>::itself all = mine;
  const unsigned size = group.size(), place = group.thread_rank();
  for (unsigned step = 1; step < size; step *= 2) {
    const auto before = from_thread(group, all, place < step ? place : place - step);
    if (place >= step) all = operation(before, all);
  }
  return all;
}
template <class Group, class T>
HIPIFY_PTX_FN T inclusive_scan(const Group& group, T mine) {
  return inclusive_scan(group, mine, plus<T>());
}

template <class Group, class T, class Operation>
HIPIFY_PTX_FN auto exclusive_scan(const Group& group, T mine, Operation&& operation) ->
    typename without_reference<decltype(operation(mine, mine))>::itself {
  const auto all = inclusive_scan(group, mine, operation);
  const unsigned place = group.thread_rank();
  const auto before = from_thread(group, all, place == 0 ? 0 : place - 1);
  return place == 0 ? typename without_reference<decltype(operation(mine, mine))>::itself() : before;
}
template <class Group, class T>
HIPIFY_PTX_FN T exclusive_scan(const Group& group, T mine) {
  return exclusive_scan(group, mine, plus<T>());
}

// ---------------------------------------------------------------------------------------------------------------------
// Loads and stores with hints for caches: what is used once does not stay there, the others are plain accesses.

template <class T>
HIPIFY_PTX_FN T __ldca(const T* from) {
  return *from;
}

template <class T>
HIPIFY_PTX_FN T __ldcg(const T* from) {
  return *from;
}

template <class T>
HIPIFY_PTX_FN T __ldlu(const T* from) {
  return *from;
}

template <class T>
HIPIFY_PTX_FN T __ldcs(const T* from) {
  if constexpr (__is_class(T)) {
    return *from;
  } else {
    return __builtin_nontemporal_load(from);
  }
}

// Asks memory again, each time and past all caches.
template <class T>
HIPIFY_PTX_FN T __ldcv(const T* from) {
  if constexpr (!__is_class(T)) {
    return __hip_atomic_load(from, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
  } else {
    using Word = typename unsigned_of_size<sizeof(T) % 4 == 0 ? 4 : 2>::type;
    vec<Word, sizeof(T) / sizeof(Word)> parts;
    for (int i = 0; i < static_cast<int>(sizeof(T) / sizeof(Word)); ++i) {
      parts[i] =
          __hip_atomic_load(reinterpret_cast<const Word*>(from) + i, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
    }
    return bits<T>(parts);
  }
}

// The type of a value that is converted to what a pointer points to.
template <class T>
struct as_pointed_to {
  using itself = T;
};

template <class T>
HIPIFY_PTX_FN void __stcg(T* to, typename as_pointed_to<T>::itself stored) {
  *to = stored;
}

template <class T>
HIPIFY_PTX_FN void __stwb(T* to, typename as_pointed_to<T>::itself stored) {
  *to = stored;
}

template <class T>
HIPIFY_PTX_FN void __stwt(T* to, typename as_pointed_to<T>::itself stored) {
  *to = stored;
}

template <class T>
HIPIFY_PTX_FN void __stcs(T* to, typename as_pointed_to<T>::itself stored) {
  if constexpr (__is_class(T)) {
    *to = stored;
  } else {
    __builtin_nontemporal_store(stored, to);
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// Sleep.

HIPIFY_PTX_FN void __nanosleep(unsigned nanoseconds) { nanosleep(nanoseconds); }

// ---------------------------------------------------------------------------------------------------------------------
// atomicAdd on half, bfloat16 and vectors. Those of two or four bytes are exchanged until nobody came between; of
// larger ones each element is added for itself, as CUDA does it.

HIPIFY_PTX_FN __half sum_of(__half a, __half b) {
  return bits<__half>(add_half<type::f16, false, false>(bits<uint16_t>(a), bits<uint16_t>(b)));
}
HIPIFY_PTX_FN __half2 sum_of(__half2 a, __half2 b) {
  return bits<__half2>(add_half<type::f16x2, false, false>(bits<uint32_t>(a), bits<uint32_t>(b)));
}
HIPIFY_PTX_FN __hip_bfloat16 sum_of(__hip_bfloat16 a, __hip_bfloat16 b) {
  return bits<__hip_bfloat16>(add_half<type::bf16, false, false>(bits<uint16_t>(a), bits<uint16_t>(b)));
}
HIPIFY_PTX_FN __hip_bfloat162 sum_of(__hip_bfloat162 a, __hip_bfloat162 b) {
  return bits<__hip_bfloat162>(add_half<type::bf16x2, false, false>(bits<uint32_t>(a), bits<uint32_t>(b)));
}

template <class T>
HIPIFY_PTX_FN void add_elements(T* at, T addend, T& before) {
  before.x = ::atomicAdd(&at->x, addend.x);
  before.y = ::atomicAdd(&at->y, addend.y);
  if constexpr (sizeof(T) == 4 * sizeof(addend.x)) {
    before.z = ::atomicAdd(&at->z, addend.z);
    before.w = ::atomicAdd(&at->w, addend.w);
  }
}

template <class T>
HIPIFY_PTX_FN typename only_class<T>::itself atomicAdd(T* at, typename only_class<T>::itself addend) {
  if constexpr (sizeof(T) > 4) {
    T before;
    add_elements(at, addend, before);
    return before;
  } else {
    using Word = unsigned_of<T>;
    Word* const place = reinterpret_cast<Word*>(at);
    Word held = __hip_atomic_load(place, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    while (!__hip_atomic_compare_exchange_strong(place, &held, bits<Word>(sum_of(bits<T>(held), addend)),
                                                 __ATOMIC_RELAXED, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT)) {
    }
    return bits<T>(held);
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// Surface reads that return what they read; outside of the surface that is 0. A boundary mode is not looked at.

template <class T>
HIPIFY_PTX_FN T surf1Dread(hipSurfaceObject_t from, int x, hipSurfaceBoundaryMode = hipBoundaryModeZero) {
  T read;
  ::surf1Dread(&read, from, x);
  return read;
}

template <class T>
HIPIFY_PTX_FN T surf2Dread(hipSurfaceObject_t from, int x, int y, hipSurfaceBoundaryMode = hipBoundaryModeZero) {
  T read;
  ::surf2Dread(&read, from, x, y);
  return read;
}

template <class T>
HIPIFY_PTX_FN T surf3Dread(hipSurfaceObject_t from, int x, int y, int z, hipSurfaceBoundaryMode = hipBoundaryModeZero) {
  T read;
  ::surf3Dread(&read, from, x, y, z);
  return read;
}

template <class T>
HIPIFY_PTX_FN T surf1DLayeredread(hipSurfaceObject_t from, int x, int layer,
                                  hipSurfaceBoundaryMode = hipBoundaryModeZero) {
  T read;
  ::surf1DLayeredread(&read, from, x, layer);
  return read;
}

template <class T>
HIPIFY_PTX_FN T surf2DLayeredread(hipSurfaceObject_t from, int x, int y, int layer,
                                  hipSurfaceBoundaryMode = hipBoundaryModeZero) {
  T read;
  ::surf2DLayeredread(&read, from, x, y, layer);
  return read;
}

template <class T>
HIPIFY_PTX_FN T surfCubemapread(hipSurfaceObject_t from, int x, int y, int face,
                                hipSurfaceBoundaryMode = hipBoundaryModeZero) {
  T read;
  ::surfCubemapread(&read, from, x, y, face);
  return read;
}

template <class T>
HIPIFY_PTX_FN T surfCubemapLayeredread(hipSurfaceObject_t from, int x, int y, int layer_face,
                                       hipSurfaceBoundaryMode = hipBoundaryModeZero) {
  T read;
  ::surfCubemapLayeredread(&read, from, x, y, layer_face);
  return read;
}

// ---------------------------------------------------------------------------------------------------------------------
// sincos for float, as CUDA overloads it.

HIPIFY_PTX_FN void sincos(float x, float* sine, float* cosine) { ::sincosf(x, sine, cosine); }

HIPIFY_PTX_FN void sincospi(float x, float* sine, float* cosine) { ::sincospif(x, sine, cosine); }

// ---------------------------------------------------------------------------------------------------------------------
// min and max.

// As CUDA overloads them for host and device: mixes of signs are unsigned. HIP's for the host take int alone, and those
// for devices make double of mixes. Of functions that fit alike clang prefers those with enable_if.
#define HIPIFY_COMPAT_AS(name, number, result) \
  __host__ __device__ __attribute__((enable_if(true, ""))) inline number name(number a, number b) { return result; }
#define HIPIFY_COMPAT_MIN_MAX(name, sign)                                                                        \
  HIPIFY_COMPAT_AS(name, float, ::f##name##f(a, b)) HIPIFY_COMPAT_AS(name, double, ::f##name(a, b))              \
  HIPIFY_COMPAT_AS(name, int, a sign b ? a : b) HIPIFY_COMPAT_AS(name, unsigned, a sign b ? a : b)               \
  HIPIFY_COMPAT_AS(name, long, a sign b ? a : b) HIPIFY_COMPAT_AS(name, unsigned long, a sign b ? a : b)         \
  HIPIFY_COMPAT_AS(name, long long, a sign b ? a : b) HIPIFY_COMPAT_AS(name, unsigned long long, a sign b ? a : b) \
  template <class Left, class Right>                                                                             \
  __host__ __device__ __attribute__((enable_if(true, ""))) inline auto name(Left a, Right b) -> decltype(a + b) { \
    return name(static_cast<decltype(a + b)>(a), static_cast<decltype(a + b)>(b));                               \
  }
HIPIFY_COMPAT_MIN_MAX(min, <)
HIPIFY_COMPAT_MIN_MAX(max, >)

// ---------------------------------------------------------------------------------------------------------------------
// Math functions that CUDA has for the host, too, and neither HIP nor C++ has there: the same up to some units in the
// last place of a double. Those for float are the ones for double, rounded.

#define HIPIFY_COMPAT_HOST_MATH(name)                                                                 \
  __host__ inline float name##f(float x) { return static_cast<float>(name(static_cast<double>(x))); } \
  __host__ inline float name(float x) { return static_cast<float>(name(static_cast<double>(x))); }

__host__ inline double rsqrt(double x) { return 1 / ::sqrt(x); }
HIPIFY_COMPAT_HOST_MATH(rsqrt)

__host__ inline double rcbrt(double x) { return 1 / ::cbrt(x); }
HIPIFY_COMPAT_HOST_MATH(rcbrt)

// The sine of pi times `x + halves / 2`: what is left of the angle is at most a quarter of pi.
__host__ inline double sine_of_pi_times(double x, int halves) {
  const double rest = ::remainder(x, 2.0), nearest = ::rint(2 * rest);
  const double angle = (rest - nearest / 2) * 3.14159265358979324;
  const int quarter = (static_cast<int>(nearest) + halves) & 3;
  if (angle == 0 && !(quarter & 1)) return ::copysign(0.0, halves ? 1.0 : x);
  const double value = quarter & 1 ? ::cos(angle) : ::sin(angle);
  return quarter & 2 ? -value : value;
}

__host__ inline double sinpi(double x) { return sine_of_pi_times(x, 0); }
HIPIFY_COMPAT_HOST_MATH(sinpi)

__host__ inline double cospi(double x) { return sine_of_pi_times(x, 1); }
HIPIFY_COMPAT_HOST_MATH(cospi)

__host__ inline void sincospi(double x, double* sine, double* cosine) {
  *sine = sine_of_pi_times(x, 0);
  *cosine = sine_of_pi_times(x, 1);
}
__host__ inline void sincospif(float x, float* sine, float* cosine) {
  *sine = static_cast<float>(sine_of_pi_times(x, 0));
  *cosine = static_cast<float>(sine_of_pi_times(x, 1));
}
__host__ inline void sincospi(float x, float* sine, float* cosine) { sincospif(x, sine, cosine); }

// erfc(-x / sqrt(2)) / 2, with what the quotient loses by being rounded.
__host__ inline double normcdf(double x) {
  const double root = 0.70710678118654757, angle = -x * root;
  const double lost = ::fma(-x, root, -angle) + x * 4.8336466567264567e-17;
  const double correction = ::fabs(x) < 40 ? 1.12837916709551257 * ::exp(-angle * angle) * lost : 0;
  return (::erfc(angle) - correction) / 2;
}
HIPIFY_COMPAT_HOST_MATH(normcdf)

// exp(x * x) * erfc(x); by its continued fraction where the factors are very large and very small.
__host__ inline double erfcx(double x) {
  if (!(x > 8)) return ::exp(x * x) * ::erfc(x);
  double below = x;
  for (int term = 40; term > 0; --term) below = x + term / (2 * below);
  return 0.564189583547756287 / below;
}
HIPIFY_COMPAT_HOST_MATH(erfcx)

// The `y` with erfc(y) == x, for x from 0 to 1: an estimate, and Halley's steps.
__host__ inline double inverse_of_erfc(double x) {
  if (x == 0) return HUGE_VAL;
  const double log_of_both = ::log(x * (2 - x)), half = 4.33074675 + log_of_both / 2;
  double y = ::sqrt(::fmax(::sqrt(half * half - log_of_both / 0.147) - half, 0.0));
  for (int step = 0; step < 4; ++step) {
    const double off = (x - ::erfc(y)) * 0.886226925452758014 * ::exp(y * y);
    y -= off / (1 + y * off);
  }
  return y;
}

__host__ inline double erfinv(double x) {
  if (!(::fabs(x) <= 1)) return NAN;
  if (::fabs(x) > 0.5) return ::copysign(inverse_of_erfc(1 - ::fabs(x)), x);
  double y = x * 0.886226925452758014;
  for (int step = 0; step < 4; ++step) {
    const double off = (::erf(y) - x) * 0.886226925452758014 * ::exp(y * y);
    y -= off / (1 + y * off);
  }
  return y;
}
HIPIFY_COMPAT_HOST_MATH(erfinv)

__host__ inline double erfcinv(double x) {
  if (!(x >= 0 && x <= 2)) return NAN;
  if (x >= 0.5 && x <= 1.5) return erfinv(1 - x);
  return x < 1 ? inverse_of_erfc(x) : -inverse_of_erfc(2 - x);
}
HIPIFY_COMPAT_HOST_MATH(erfcinv)

__host__ inline double normcdfinv(double x) { return -1.41421356237309505 * erfcinv(2 * x); }
HIPIFY_COMPAT_HOST_MATH(normcdfinv)

// ---------------------------------------------------------------------------------------------------------------------
// Functions for float, as CUDA overloads them; HIP has those for double.

#define HIPIFY_COMPAT_FLOAT(name) \
  HIPIFY_PTX_FN float name(float x) { return ::name##f(x); }

HIPIFY_COMPAT_FLOAT(rsqrt)

HIPIFY_COMPAT_FLOAT(rcbrt)

HIPIFY_COMPAT_FLOAT(exp10)

HIPIFY_COMPAT_FLOAT(sinpi)

HIPIFY_COMPAT_FLOAT(cospi)

HIPIFY_COMPAT_FLOAT(j0)

HIPIFY_COMPAT_FLOAT(j1)

HIPIFY_COMPAT_FLOAT(y0)

HIPIFY_COMPAT_FLOAT(y1)

HIPIFY_COMPAT_FLOAT(cyl_bessel_i0)

HIPIFY_COMPAT_FLOAT(cyl_bessel_i1)

HIPIFY_COMPAT_FLOAT(erfinv)

HIPIFY_COMPAT_FLOAT(erfcinv)

HIPIFY_COMPAT_FLOAT(normcdf)

HIPIFY_COMPAT_FLOAT(normcdfinv)

HIPIFY_COMPAT_FLOAT(erfcx)

HIPIFY_PTX_FN float jn(int n, float x) { return ::jnf(n, x); }

HIPIFY_PTX_FN float yn(int n, float x) { return ::ynf(n, x); }
