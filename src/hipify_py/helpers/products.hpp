// ---------------------------------------------------------------------------------------------------------------------
// Matrices that the lanes of a warp hold together.
//
// Fragments lie in the lanes as the PTX manual says, so that code which knows that goes on working. With g = lane / 4
// and t = lane % 4, a lane has of A the row g (and, of 16 rows, g + 8), of B the column g, of C and D the columns 2t
// and 2t + 1 of its rows. Which numbers of a row of A a register has, a register of B has of a column: so the sums
// below are the same for all shapes and types, and ask nothing of the order of the numbers.
//
// All lanes of the warp are here, as `.aligned` says.

namespace type {
struct tf32 {};
struct s4 {};
struct u4 {};
struct b1_xor {};
struct b1_and {};
}  // namespace type

// The value that a lane of the same four lanes has.
template <int Lane>
HIPIFY_PTX_FN uint32_t read_in_quad(uint32_t mine) {
#if HIPIFY_PTX_ON_AMD
  return static_cast<uint32_t>(__builtin_amdgcn_mov_dpp(static_cast<int>(mine), Lane * 0x55, 0xf, 0xf, true));
#else
  return __shfl_sync(~0u, mine, Lane, 4);
#endif
}

template <int Lane>
HIPIFY_PTX_FN double read_in_quad(double mine) {
  const uint64_t all = bits<uint64_t>(mine);
  const uint64_t upper = read_in_quad<Lane>(static_cast<uint32_t>(all >> 32));
  return bits<double>(upper << 32 | read_in_quad<Lane>(static_cast<uint32_t>(all)));
}

HIPIFY_PTX_FN double read_lane(double mine, uint32_t lane, uint32_t mask) {
  return bits<double>(read_lane(bits<uint64_t>(mine), lane, mask));
}

// One of the integers in a register.
template <class T>
HIPIFY_PTX_FN int32_t integer_at(uint32_t all, int index) {
  if constexpr (same<T, type::s4>) return static_cast<int32_t>(all << (28 - 4 * index)) >> 28;
  else if constexpr (same<T, type::u4>) return static_cast<int32_t>(all >> 4 * index & 15u);
  else if constexpr (same<T, type::s8>) return static_cast<int32_t>(all << (24 - 8 * index)) >> 24;
  else return static_cast<int32_t>(all >> 8 * index & 255u);
}

// How many of them a register has.
template <class T>
HIPIFY_PTX_FN constexpr int integers_of() {
  return same<T, type::s4> || same<T, type::u4> ? 8 : 4;
}

template <class T>
HIPIFY_PTX_FN constexpr bool has_sign() {
  return same<T, type::s8> || same<T, type::s4>;
}

// Which instructions of AMD multiply integers register by register: 1 for those of two signed or two unsigned ones, 2
// for any.
#if !HIPIFY_PTX_ON_AMD || !defined(__has_builtin)
#define HIPIFY_PTX_DOTS 0
#elif __has_builtin(__builtin_amdgcn_sudot4) && __has_builtin(__builtin_amdgcn_sudot8)
#define HIPIFY_PTX_DOTS 2
#elif __has_builtin(__builtin_amdgcn_sdot4) && __has_builtin(__builtin_amdgcn_udot4)
#define HIPIFY_PTX_DOTS 1
#else
#define HIPIFY_PTX_DOTS 0
#endif

// The products of two registers of integers, added to a sum.
template <class A, class B>
HIPIFY_PTX_FN uint32_t dot(uint32_t a, uint32_t b, uint32_t sum) {
  [[maybe_unused]] const int left = static_cast<int>(a), right = static_cast<int>(b), start = static_cast<int>(sum);
#if HIPIFY_PTX_DOTS == 2
  constexpr bool of_a = has_sign<A>(), of_b = has_sign<B>();
  if constexpr (integers_of<A>() == 4) return __builtin_amdgcn_sudot4(of_a, left, of_b, right, start, false);
  else return __builtin_amdgcn_sudot8(of_a, left, of_b, right, start, false);
#else
#if HIPIFY_PTX_DOTS == 1
  if constexpr (same<A, B>) {
    if constexpr (same<A, type::s8>) return __builtin_amdgcn_sdot4(left, right, start, false);
    else if constexpr (same<A, type::s4>) return __builtin_amdgcn_sdot8(left, right, start, false);
    else if constexpr (same<A, type::u8>) return __builtin_amdgcn_udot4(a, b, sum, false);
    else return __builtin_amdgcn_udot8(a, b, sum, false);
  }
#endif
  for (int i = 0; i < integers_of<A>(); ++i) {
    sum += static_cast<uint32_t>(integer_at<A>(a, i) * integer_at<B>(b, i));
  }
  return sum;
#endif
}

// A number of 8 bits as f16, which has all of them.
template <class T>
HIPIFY_PTX_FN uint16_t small_as_half(uint32_t x) {
#if HIPIFY_PTX_ON_AMD
  // In a few instructions: e5m2 is the upper half of an f16; e4m3 has another bias, and a single NaN.
  if constexpr (same<T, type::e5m2>) return static_cast<uint16_t>(x << 8);
  if ((x & 127u) == 127u) return type::f16::nan;
  const _Float16 scaled = bits<_Float16>(static_cast<uint16_t>((x & 128u) << 8 | (x & 127u) << 7));
  return bits<uint16_t>(static_cast<_Float16>(scaled * static_cast<_Float16>(256)));
#else
  return from_small<T, false>(x);
#endif
}

// One of the numbers of 8 bits in a register.
template <class T>
HIPIFY_PTX_FN float small_at(uint32_t all, int index) {
  return widen<type::f16>(small_as_half<T>(all >> 8 * index & 255u));
}

// The products of what two registers have, added to a sum.
template <class A, class B>
HIPIFY_PTX_FN float multiplied(uint32_t a, uint32_t b, float sum) {
  if constexpr (same<A, type::tf32>) {
    // Of each, the instruction reads the upper 19 bits.
    return __builtin_fmaf(bits<float>(a & 0xffffe000u), bits<float>(b & 0xffffe000u), sum);
  } else if constexpr (same<A, type::f16> || same<A, type::bf16>) {
    sum = __builtin_fmaf(widen<A>(low(a)), widen<B>(low(b)), sum);
    return __builtin_fmaf(widen<A>(high(a)), widen<B>(high(b)), sum);
  } else {
    for (int i = 0; i < 4; ++i) sum = __builtin_fmaf(small_at<A>(a, i), small_at<B>(b, i), sum);
    return sum;
  }
}

template <class A, class B>
HIPIFY_PTX_FN double multiplied(double a, double b, double sum) {
  return __builtin_fma(a, b, sum);
}

template <class A, class B>
HIPIFY_PTX_FN uint32_t multiplied(uint32_t a, uint32_t b, uint32_t sum) {
  if constexpr (same<A, type::b1_xor>) {
    return sum + static_cast<uint32_t>(__popc(a ^ b));
  } else if constexpr (same<A, type::b1_and>) {
    return sum + static_cast<uint32_t>(__popc(a & b));
  } else {
    return dot<A, B>(a, b, sum);
  }
}

template <class A, class B>
HIPIFY_PTX_FN int64_t multiplied(uint32_t a, uint32_t b, int64_t sum) {
  return sum + static_cast<int32_t>(multiplied<A, B>(a, b, 0u));
}

// What the lane `Lane` of each four has in one register of B, and those of A beside it. `columns` is the first lane of
// those that have the first of the own two columns of B; those of the second one are four lanes on.
template <class A, class B, int Lane, class Register, int Rows, class Sum>
HIPIFY_PTX_FN void add_products(const Register* a, Register b, uint32_t columns, Sum (&sums)[Rows][2]) {
  const Register first = read_lane(b, columns + Lane, ~0u), second = read_lane(b, columns + 4 + Lane, ~0u);
  for (int row = 0; row < Rows; ++row) {
    const Register left = read_in_quad<Lane>(a[row]);
    sums[row][0] = multiplied<A, B>(left, first, sums[row][0]);
    sums[row][1] = multiplied<A, B>(left, second, sums[row][1]);
  }
}

// A product by shuffles, right on all GPUs. The sum is made number by number, with f32 or f64 for floats.
template <class A, class B = A, class Register, int Ofs, int Chunks, class Sum, int Sums>
HIPIFY_PTX_FN vec<Sum, Sums> mma_by_shuffles(vec<Register, Ofs> a, vec<Register, Chunks> b, vec<Sum, Sums> c) {
  constexpr int rows = Ofs / Chunks;
  static_assert(Sums == 2 * rows, "the registers are those of one shape");
  Sum sums[rows][2];
  for (int i = 0; i < Sums; ++i) sums[i / 2][i % 2] = c[i];
  const uint32_t columns = (laneid() & 3u) * 8u;
  for (int chunk = 0; chunk < Chunks; ++chunk) {
    const Register* const left = &a[chunk * rows];
    add_products<A, B, 0>(left, b[chunk], columns, sums);
    add_products<A, B, 1>(left, b[chunk], columns, sums);
    add_products<A, B, 2>(left, b[chunk], columns, sums);
    add_products<A, B, 3>(left, b[chunk], columns, sums);
  }
  for (int i = 0; i < Sums; ++i) c[i] = sums[i / 2][i % 2];
  return c;
}
