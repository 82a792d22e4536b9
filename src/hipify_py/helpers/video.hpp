// ---------------------------------------------------------------------------------------------------------------------
// Video instructions. They compute with numbers of 34 bits, wide enough for every result, and only then clamp it to the
// type of the destination (`.sat`) or cut it off.

// Each of them once for its scalar and its packed forms. T is wide enough: int64_t for whole registers, int32_t for
// their halves and bytes.
#define HIPIFY_PTX_VIDEO_OPERATION(name, expression) \
  struct name##_operation {                          \
    template <class T>                               \
    static HIPIFY_PTX_FN T of(T a, T b) {            \
      return expression;                             \
    }                                                \
  };

// On whole registers: vadd<D, A, B, Sat>(a, b), and with a second operation vadd_min<D, A, B, Sat>(a, b, c).
template <class Operation, class D, class A, class B, bool Sat>
HIPIFY_PTX_FN D video_scalar(A a, B b) {
  const int64_t result = Operation::template of<int64_t>(a, b);
  return Sat ? clamp_to<D>(result) : static_cast<D>(result);
}
#define HIPIFY_PTX_VIDEO_SCALAR(name)                          \
  template <class D, class A, class B, bool Sat>               \
  HIPIFY_PTX_FN D name(A a, B b) {                             \
    return video_scalar<name##_operation, D, A, B, Sat>(a, b); \
  }                                                            \
  template <class D, class A, class B, bool Sat>               \
  HIPIFY_PTX_FN D name##_add(A a, B b, D c) {                  \
    return wrapping_add<D>(name<D, A, B, Sat>(a, b), c);       \
  }                                                            \
  template <class D, class A, class B, bool Sat>               \
  HIPIFY_PTX_FN D name##_min(A a, B b, D c) {                  \
    return imin<D>(name<D, A, B, Sat>(a, b), c);               \
  }                                                            \
  template <class D, class A, class B, bool Sat>               \
  HIPIFY_PTX_FN D name##_max(A a, B b, D c) {                  \
    return imax<D>(name<D, A, B, Sat>(a, b), c);               \
  }

// On the halves (vadd2<D, A, B, Sat>) or bytes (vadd4) of a and b, each for itself. c would fill those that a mask
// leaves out; here none is.
template <class Operation, int Bits, class D, class A, class B, bool Sat>
HIPIFY_PTX_FN uint32_t video_packed(uint32_t a, uint32_t b) {
  constexpr int32_t lowest = is_signed<D> ? -(1 << (Bits - 1)) : 0;
  constexpr int32_t highest = lowest + (1 << Bits) - 1;
  uint32_t result = 0;
  for (int i = 0; i < 32 / Bits; ++i) {
    const int32_t exact = Operation::template of<int32_t>(field_of<A, Bits>(a, i), field_of<B, Bits>(b, i));
    const int32_t field = !Sat ? exact : exact < lowest ? lowest : exact > highest ? highest : exact;
    result |= (static_cast<uint32_t>(field) & ((1u << Bits) - 1)) << (Bits * i);
  }
  return result;
}
// The same with `.add` (vadd2_add<A, B>): c plus all of the results, none of them cut off.
template <class Operation, int Bits, class A, class B>
HIPIFY_PTX_FN uint32_t video_sum(uint32_t a, uint32_t b, uint32_t c) {
  for (int i = 0; i < 32 / Bits; ++i) {
    c += static_cast<uint32_t>(Operation::template of<int32_t>(field_of<A, Bits>(a, i), field_of<B, Bits>(b, i)));
  }
  return c;
}
#define HIPIFY_PTX_VIDEO_PACKED(name, parts, bits)                               \
  template <class D, class A, class B, bool Sat>                                 \
  HIPIFY_PTX_FN uint32_t name##parts(uint32_t a, uint32_t b, uint32_t) {         \
    return video_packed<name##_operation, bits, D, A, B, Sat>(a, b);             \
  }                                                                              \
  template <class A, class B>                                                    \
  HIPIFY_PTX_FN uint32_t name##parts##_add(uint32_t a, uint32_t b, uint32_t c) { \
    return video_sum<name##_operation, bits, A, B>(a, b, c);                     \
  }

#define HIPIFY_PTX_VIDEO(name, expression)     \
  HIPIFY_PTX_VIDEO_OPERATION(name, expression) \
  HIPIFY_PTX_VIDEO_SCALAR(name)                \
  HIPIFY_PTX_VIDEO_PACKED(name, 2, 16)         \
  HIPIFY_PTX_VIDEO_PACKED(name, 4, 8)
HIPIFY_PTX_VIDEO(vadd, a + b)
HIPIFY_PTX_VIDEO(vsub, a - b)
// The larger minus the smaller: for a choice of differences, clang 19 forgets to compare the upper halves on gfx9.
HIPIFY_PTX_VIDEO(vabsdiff, (a < b ? b : a) - (a < b ? a : b))
HIPIFY_PTX_VIDEO(vmin, a < b ? a : b)
HIPIFY_PTX_VIDEO(vmax, a > b ? a : b)
HIPIFY_PTX_VIDEO(vset_eq, a == b ? 1 : 0)
HIPIFY_PTX_VIDEO(vset_ne, a != b ? 1 : 0)
HIPIFY_PTX_VIDEO(vset_lt, a < b ? 1 : 0)
HIPIFY_PTX_VIDEO(vset_le, a <= b ? 1 : 0)
HIPIFY_PTX_VIDEO(vset_gt, a > b ? 1 : 0)
HIPIFY_PTX_VIDEO(vset_ge, a >= b ? 1 : 0)
#undef HIPIFY_PTX_VIDEO

// vavrg2, vavrg4: the average, halves rounded away from zero.
HIPIFY_PTX_VIDEO_OPERATION(vavrg, (a + b >= 0 ? a + b + 1 : a + b) >> 1)
HIPIFY_PTX_VIDEO_PACKED(vavrg, 2, 16)
HIPIFY_PTX_VIDEO_PACKED(vavrg, 4, 8)

// vshl, vshr: what is shifted beyond the 34 bits is lost before clamping.
HIPIFY_PTX_VIDEO_OPERATION(vshl_clamp, static_cast<T>(static_cast<uint64_t>(a) << (b < 32 ? b : 32) << 30) >> 30)
HIPIFY_PTX_VIDEO_OPERATION(vshl_wrap, static_cast<T>(static_cast<uint64_t>(a) << (b & 31) << 30) >> 30)
HIPIFY_PTX_VIDEO_OPERATION(vshr_clamp, a >> (b < 32 ? b : 32))
HIPIFY_PTX_VIDEO_OPERATION(vshr_wrap, a >> (b & 31))
HIPIFY_PTX_VIDEO_SCALAR(vshl_clamp)
HIPIFY_PTX_VIDEO_SCALAR(vshl_wrap)
HIPIFY_PTX_VIDEO_SCALAR(vshr_clamp)
HIPIFY_PTX_VIDEO_SCALAR(vshr_wrap)
#undef HIPIFY_PTX_VIDEO_OPERATION
#undef HIPIFY_PTX_VIDEO_SCALAR
#undef HIPIFY_PTX_VIDEO_PACKED

// vmad of two signed factors: the product and c, one more with `.po`, shifted right by what `.shr7` or `.shr15` says.
template <bool PlusOne, bool Sat, int By>
HIPIFY_PTX_FN int32_t vmad(int32_t a, int32_t b, int32_t c) {
  const int64_t result = (static_cast<int64_t>(a) * b + c + (PlusOne ? 1 : 0)) >> By;
  return Sat ? clamp_to<int32_t>(result) : static_cast<int32_t>(result);
}
