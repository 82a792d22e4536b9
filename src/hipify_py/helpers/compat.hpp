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
  HIPIFY_PTX_FN unsigned name##2(unsigned a, unsigned b) {                  \
    return how<number, 16>(a, b, [](int a, int b) -> int { return result; }); \
  }                                                                         \
  HIPIFY_PTX_FN unsigned name##4(unsigned a, unsigned b) {                  \
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

#define HIPIFY_COMPAT_DPX(suffix, number, sum)                                                               \
  HIPIFY_PTX_FN number __viaddmax_##suffix(number a, number b, number c) { return imax<number>(sum, c); }            \
  HIPIFY_PTX_FN number __viaddmin_##suffix(number a, number b, number c) { return imin<number>(sum, c); }            \
  HIPIFY_PTX_FN number __vimax3_##suffix(number a, number b, number c) { return imax<number>(imax<number>(a, b), c); } \
  HIPIFY_PTX_FN number __vimin3_##suffix(number a, number b, number c) { return imin<number>(imin<number>(a, b), c); } \
  HIPIFY_PTX_FN number __vibmax_##suffix(number a, number b, bool* first) {                                      \
    *first = a >= b;                                                                                       \
    return imax<number>(a, b);                                                                               \
  }                                                                                                        \
  HIPIFY_PTX_FN number __vibmin_##suffix(number a, number b, bool* first) {                                      \
    *first = a <= b;                                                                                       \
    return imin<number>(a, b);                                                                               \
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
#define HIPIFY_COMPAT_DPX_HALVES(sign, number)                                                                \
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
    *first_high = high_half<number>(a) >= high_half<number>(b);                                                 \
    *first_low = low_half<number>(a) >= low_half<number>(b);                                                    \
    return __vmax##sign##2(a, b);                                                                           \
  }                                                                                                         \
  HIPIFY_PTX_FN unsigned __vibmin_##sign##16x2(unsigned a, unsigned b, bool* first_high, bool* first_low) { \
    *first_high = high_half<number>(a) <= high_half<number>(b);                                                 \
    *first_low = low_half<number>(a) <= low_half<number>(b);                                                    \
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
// Asynchronous copies to shared memory, which here are done when the call returns: waiting for them takes no time.

HIPIFY_PTX_FN void __pipeline_memcpy_async(void* to, const void* from, size_t size, size_t zeros = 0) {
  const size_t copied = size - zeros;
  if (zeros == 0 && size == 16) {
    *static_cast<uint4*>(to) = *static_cast<const uint4*>(from);
  } else if (zeros == 0 && size == 8) {
    *static_cast<uint2*>(to) = *static_cast<const uint2*>(from);
  } else if (zeros == 0 && size == 4) {
    *static_cast<uint32_t*>(to) = *static_cast<const uint32_t*>(from);
  } else {
    for (size_t i = 0; i < size; ++i) {
      static_cast<char*>(to)[i] = i < copied ? static_cast<const char*>(from)[i] : '\0';
    }
  }
}

HIPIFY_PTX_FN void __pipeline_commit() {}

HIPIFY_PTX_FN void __pipeline_wait_prior(size_t) {}

// ---------------------------------------------------------------------------------------------------------------------
// Sleep.

HIPIFY_PTX_FN void __nanosleep(unsigned nanoseconds) { nanosleep(nanoseconds); }

// ---------------------------------------------------------------------------------------------------------------------
// atomicAdd on half, bfloat16 and vectors. Those of two or four bytes are exchanged until nobody came between; of
// larger ones each element is added for itself, as CUDA does it.

template <class T, bool IsClass = __is_class(T)>
struct added_by_class {};
template <class T>
struct added_by_class<T, true> {
  using itself = T;
};

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
HIPIFY_PTX_FN typename added_by_class<T>::itself atomicAdd(T* at, typename added_by_class<T>::itself addend) {
  if constexpr (sizeof(T) > 4) {
    T before;
    add_elements(at, addend, before);
    return before;
  } else {
    using Word = unsigned_of<T>;
    Word* const place = reinterpret_cast<Word*>(at);
    Word held = __hip_atomic_load(place, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    while (!__hip_atomic_compare_exchange_strong(place, &held, bits<Word>(static_cast<T>(bits<T>(held) + addend)),
                                                 __ATOMIC_RELAXED, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT)) {
    }
    return bits<T>(held);
  }
}
