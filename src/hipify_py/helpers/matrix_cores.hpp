// ---------------------------------------------------------------------------------------------------------------------
// The matrix cores of AMD, behind the same fragments.
//
// Of a product, what one register has of a row of A or of a column of B is a group here. In which order the groups are
// multiplied is free, as long as both sides agree; so is which row or column stands where. A lane is (g, t) as in the
// layout of NVIDIA: five bits g2 g1 g0 t1 t0.
//
// Both kinds of matrix cores are given the columns 2t, in lanes of even g, and 2t + 1, in those of odd g: then a lane
// gets two numbers that it keeps and two that the lane four on or back keeps, for whatever it is of the rows.
//
// The layouts are those of the AMD Matrix Instruction Calculator (CDNA, RDNA 3), and of "Using the Matrix Cores of AMD
// RDNA 4 architecture GPUs" by AMD GPUOpen.

// What is compiled for has: 9 for MFMA of CDNA 2 and later, 11 and 12 for WMMA of RDNA 3 and 4, in waves of 32 lanes.
#if !HIPIFY_PTX_ON_AMD || defined(HIPIFY_PTX_PORTABLE_MATRICES)
#define HIPIFY_PTX_MATRIX_CORES 0
#elif defined(__gfx90a__) || defined(__gfx942__) || defined(__gfx950__)
#define HIPIFY_PTX_MATRIX_CORES 9
#elif !defined(__has_builtin)
#define HIPIFY_PTX_MATRIX_CORES 0
#elif defined(__GFX11__) && __has_builtin(__builtin_amdgcn_wmma_f32_16x16x16_f16_w32)
#define HIPIFY_PTX_MATRIX_CORES 11
#elif (defined(__gfx1200__) || defined(__gfx1201__) || defined(__gfx12_generic__)) && \
    __has_builtin(__builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12)
#define HIPIFY_PTX_MATRIX_CORES 12
#else
#define HIPIFY_PTX_MATRIX_CORES 0
#endif

#if HIPIFY_PTX_MATRIX_CORES
// Whether all lanes of the wave are here. Matrix cores read and write those of the other warp, too.
HIPIFY_PTX_FN bool is_whole_wave() {
  return __ballot(1) == (__builtin_amdgcn_wavefrontsize() == 32 ? 0xffffffffull : ~0ull);
}

// A lane and the one whose number differs in a bit have two registers each: the lower lane gets both first ones, the
// upper lane both second ones.
template <int Bit>
HIPIFY_PTX_FN void turn_pairs(uint32_t& first, uint32_t& second) {
  const int one = static_cast<int>(first), other = static_cast<int>(second);
  if constexpr (Bit == 2) {
    // All lanes moved by four up (row_shr) or down (row_shl), and written to every other four of them.
    first = static_cast<uint32_t>(__builtin_amdgcn_update_dpp(one, other, 0x114, 0xf, 0xa, false));
    second = static_cast<uint32_t>(__builtin_amdgcn_update_dpp(other, one, 0x104, 0xf, 0x5, false));
  } else {
    constexpr int beside = Bit == 0 ? 0xb1 : 0x4e;  // lanes 1, 0, 3, 2 of each four, or 2, 3, 0, 1
    const bool is_upper = (laneid() >> Bit & 1u) != 0;
    const uint32_t taken = static_cast<uint32_t>(__builtin_amdgcn_mov_dpp(one, beside, 0xf, 0xf, true));
    const uint32_t given = static_cast<uint32_t>(__builtin_amdgcn_mov_dpp(other, beside, 0xf, 0xf, true));
    first = is_upper ? given : first;
    second = is_upper ? second : taken;
  }
}

// Sums that a lane has of four rows in one column become those of its rows in its columns.
template <class T, int Sums>
HIPIFY_PTX_FN vec<T, Sums> as_fragment(vec<T, 4> sums) {
  vec<T, Sums> result;
  for (int i = 0; i < Sums; i += 2) {
    uint32_t first = bits<uint32_t>(sums[i]), second = bits<uint32_t>(sums[i + 1]);
    turn_pairs<2>(first, second);
    result[i] = bits<T>(first);
    result[i + 1] = bits<T>(second);
  }
  return result;
}

// Numbers of 8 bits as f16, which has all of them: each register becomes two.
template <class T, int Rows, int Registers>
HIPIFY_PTX_FN vec<uint32_t, 2 * Registers> small_as_f16(vec<uint32_t, Registers> all) {
  vec<uint32_t, 2 * Registers> result;
  for (int i = 0; i < Registers; ++i) {
    for (int part = 0; part < 2; ++part) {
      const uint32_t pair = all[i] >> 16 * part;
      result[(2 * (i / Rows) + part) * Rows + i % Rows] =
          joined(small_as_half<T>(pair & 255u), small_as_half<T>(pair >> 8 & 255u));
    }
  }
  return result;
}

template <class T>
HIPIFY_PTX_FN constexpr bool is_core_small() {
  return same<T, type::e4m3> || same<T, type::e5m2>;
}

template <class T>
HIPIFY_PTX_FN constexpr bool is_core_integer() {
  return same<T, type::s8> || same<T, type::u8> || same<T, type::s4> || same<T, type::u4>;
}

// What they add with.
template <class T, bool IsInteger = is_core_integer<T>()>
struct core_sum {
  using held = float;
};
template <class T>
struct core_sum<T, true> {
  using held = int32_t;
};

// What the matrix cores multiply. Of f64 they do not say in which order they add, and single bits they do not have.
// Nor are they asked for what takes no longer by shuffles, as tools/ptx_matrix_cost.py of hipify-py counts it.
template <class A, class B, int Chunks>
HIPIFY_PTX_FN constexpr bool is_for_cores() {
  constexpr bool is_cdna = HIPIFY_PTX_MATRIX_CORES == 9, is_rdna4 = HIPIFY_PTX_MATRIX_CORES == 12;
  if (is_core_integer<A>()) {
    return is_rdna4 ? Chunks > 1 : is_cdna && (!same<A, B> || (same<A, type::s8> && Chunks > 1));
  }
  if (same<A, type::tf32>) return is_cdna;
#if defined(__gfx90a__)
  if (!is_core_small<A>() && Chunks == 1) return false;
#endif
  return is_core_small<A>() || ((same<A, type::f16> || same<A, type::bf16>) && (is_cdna || is_rdna4 || Chunks > 1));
}
#endif

// MFMA, of which 16 blocks of 4 x 4 are each in four lanes that follow each other: what the warps of a wave have never
// meets. D of a block has a column in each lane; A has a row in each lane, B a column in each lane, of as many numbers
// as a lane gives. Two blocks that follow each other get the A of one (CBSZ = 1), namely of the first or second of them
// (ABID): so one has the groups of the first chunk, and the other one those of the second.
#if HIPIFY_PTX_MATRIX_CORES == 9
typedef float core_f32x4 __attribute__((vector_size(16)));
typedef int core_s32x4 __attribute__((vector_size(16)));
typedef _Float16 core_f16x4 __attribute__((vector_size(8)));
typedef short core_bf16x4 __attribute__((vector_size(8)));

// The rows g, g + 1, g + 8 and g + 9 for even g: as lanes of four, of which each has four groups.
template <int Rows>
HIPIFY_PTX_FN vec<uint32_t, 4> core_rows(const uint32_t* chunk, const uint32_t* next) {
  vec<uint32_t, 4> rows = {{0, 0, 0, 0}};
  for (int i = 0; i < Rows; ++i) {
    rows[2 * i] = chunk[i];
    rows[2 * i + 1] = next ? next[i] : 0u;
    turn_pairs<2>(rows[2 * i], rows[2 * i + 1]);
  }
  turn_pairs<0>(rows[0], rows[1]);
  turn_pairs<0>(rows[2], rows[3]);
  turn_pairs<1>(rows[0], rows[2]);
  turn_pairs<1>(rows[1], rows[3]);
  return rows;
}

// The four groups of a column.
HIPIFY_PTX_FN vec<uint32_t, 4> core_column(uint32_t chunk) {
  const uint32_t lane = laneid(), first = 8u * (lane & 3u) + (lane & 4u);
  vec<uint32_t, 4> groups;
  for (uint32_t i = 0; i < 4; ++i) groups[static_cast<int>(i)] = read_lane(chunk, first + i, ~0u);
  return groups;
}

template <int Block>
HIPIFY_PTX_FN core_f32x4 core_product(float a, float b, core_f32x4 sums) {
  return __builtin_amdgcn_mfma_f32_4x4x1f32(a, b, sums, 1, Block, 0);
}

template <int Block>
HIPIFY_PTX_FN core_s32x4 core_product(uint32_t a, uint32_t b, core_s32x4 sums) {
  return __builtin_amdgcn_mfma_i32_4x4x4i8(static_cast<int>(a), static_cast<int>(b), sums, 1, Block, 0);
}

// Those of floats. On gfx90a, the instructions of f16 and bf16 make zeros of subnormal numbers, as AMD says in "MI200
// matrix fused multiply-add (MFMA) behavior specifics"; those of f32 do not.
template <class A, int Block>
HIPIFY_PTX_FN core_f32x4 core_products(vec<uint32_t, 4> a, vec<uint32_t, 4> b, core_f32x4 sums) {
  for (int i = 0; i < 4; ++i) {
    if constexpr (same<A, type::tf32>) {
      sums = core_product<Block>(bits<float>(a[i] & 0xffffe000u), bits<float>(b[i] & 0xffffe000u), sums);
    } else {
#if defined(__gfx90a__)
      sums = core_product<Block>(widen<A>(low(a[i])), widen<A>(low(b[i])), sums);
      sums = core_product<Block>(widen<A>(high(a[i])), widen<A>(high(b[i])), sums);
#else
      if (i % 2 != 0) continue;
      const vec<uint32_t, 2> left = {{a[i], a[i + 1]}}, right = {{b[i], b[i + 1]}};
      if constexpr (same<A, type::f16>) {
        sums = __builtin_amdgcn_mfma_f32_4x4x4f16(bits<core_f16x4>(left), bits<core_f16x4>(right), sums, 1, Block, 0);
      } else {
        sums = __builtin_amdgcn_mfma_f32_4x4x4bf16_1k(bits<core_bf16x4>(left), bits<core_bf16x4>(right), sums, 1,
                                                      Block, 0);
      }
#endif
    }
  }
  return sums;
}

// A register as such of s8, the only integers that MFMA multiplies: u8 less 128, s4 by 16. Those of 4 bits are two
// registers.
template <class T>
HIPIFY_PTX_FN uint32_t as_s8(uint32_t all, int part) {
  if constexpr (same<T, type::s8>) return all;
  else if constexpr (same<T, type::u8>) return all ^ 0x80808080u;
  else if constexpr (same<T, type::s4>) return (part != 0 ? all : all << 4) & 0xf0f0f0f0u;
  else return (part != 0 ? all >> 4 : all) & 0x0f0f0f0fu;
}

// Those of integers of which not both are u8: sums, and of what was taken from u8, the sums of the numbers that it
// would have multiplied.
template <class A, class B, int Block>
HIPIFY_PTX_FN void core_products(vec<uint32_t, 4> a, vec<uint32_t, 4> b, core_s32x4& sums, core_s32x4& rest) {
  for (int i = 0; i < 4; ++i) {
    for (int part = 0; part < integers_of<A>() / 4; ++part) {
      const uint32_t left = as_s8<A>(a[i], part), right = as_s8<B>(b[i], part);
      sums = core_product<Block>(left, right, sums);
      if constexpr (same<A, type::u8>) rest = core_product<Block>(0x01010101u, right, rest);
      if constexpr (same<B, type::u8>) rest = core_product<Block>(left, 0x01010101u, rest);
    }
  }
}

template <class A, class B>
HIPIFY_PTX_FN vec<int32_t, 4> whole_sums(core_s32x4 sums, core_s32x4 rest) {
  constexpr int scale = (same<A, type::s4> ? 4 : 0) + (same<B, type::s4> ? 4 : 0);
  vec<int32_t, 4> result;
  for (int i = 0; i < 4; ++i) result[i] = (sums[i] >> scale) + rest[i] * 128;
  return result;
}

template <class A, class B, int Chunks, int Ofs, class Sum>
HIPIFY_PTX_FN vec<Sum, 4> core_sums(vec<uint32_t, Ofs> a, vec<uint32_t, Chunks> b) {
  constexpr int rows = Ofs / Chunks;
  core_f32x4 floats = {0, 0, 0, 0};
  core_s32x4 integers = {0, 0, 0, 0}, rest = {0, 0, 0, 0};
  for (int chunk = 0; chunk < Chunks; chunk += 2) {
    const bool is_last = chunk + 1 == Chunks;
    const vec<uint32_t, 4> left = core_rows<rows>(&a[chunk * rows], is_last ? nullptr : &a[(chunk + 1) * rows]);
    if constexpr (is_core_integer<A>()) {
      core_products<A, B, 0>(left, core_column(b[chunk]), integers, rest);
      if (!is_last) core_products<A, B, 1>(left, core_column(b[chunk + 1]), integers, rest);
    } else {
      floats = core_products<A, 0>(left, core_column(b[chunk]), floats);
      if (!is_last) floats = core_products<A, 1>(left, core_column(b[chunk + 1]), floats);
    }
  }
  if constexpr (is_core_integer<A>()) return whole_sums<A, B>(integers, rest);
  else return {{floats[0], floats[1], floats[2], floats[3]}};
}
#endif

// WMMA, of 16 x 16 numbers: a row of A and a column of B in each lane, of which RDNA 3 asks for all groups in the lanes
// 0 to 15 and once more in those that follow, and RDNA 4 for one half of the groups in these, and for the other half in
// those. B has the eight columns twice; of D, which has a column in each lane, each lane takes the rows of the four
// lanes that it belongs to.
#if HIPIFY_PTX_MATRIX_CORES > 9
typedef float core_f32x8 __attribute__((vector_size(32)));
typedef int core_s32x8 __attribute__((vector_size(32)));
typedef int core_s32x2 __attribute__((vector_size(8)));

// How many registers of a chunk a lane gives, and of both sides for one product.
constexpr int core_groups = HIPIFY_PTX_MATRIX_CORES == 11 ? 4 : 2;
template <class T>
HIPIFY_PTX_FN constexpr int core_width() {
  if (HIPIFY_PTX_MATRIX_CORES == 11) return 8;
  return is_core_integer<T>() || is_core_small<T>() ? 2 : 4;
}

// The first lane with groups of a row: of those that follow, every other one is read.
HIPIFY_PTX_FN uint32_t first_of_core_row() {
  const uint32_t lane = laneid();
#if HIPIFY_PTX_MATRIX_CORES == 11
  // Row 2i + j of D is register i of the lanes 16j to 16j + 15; the lane of A is g1, the half of the rows, g0, g2.
  return (lane & 1u) << 4 | (lane & 8u) | (lane & 2u) << 1 | (lane >> 2 & 1u);
#else
  // Row 8j + i of D is register i of the lanes 16j to 16j + 15; the lane of A is g2, g1, the half of the rows, g0.
  return (lane & 12u) << 1 | (lane & 1u) << 2 | (lane >> 3 & 2u) | (lane >> 1 & 1u);
#endif
}

template <int Rows>
HIPIFY_PTX_FN void core_rows(const uint32_t* chunk, uint32_t* groups) {
  vec<uint32_t, 2> halves = {{chunk[0], Rows == 2 ? chunk[Rows - 1] : 0u}};
  turn_pairs<0>(halves[0], halves[1]);
  for (int i = 0; i < core_groups; ++i) {
    groups[i] = read_lane(halves[i % 2], first_of_core_row() + static_cast<uint32_t>(i / 2 * 2), ~0u);
  }
}

HIPIFY_PTX_FN void core_column(uint32_t chunk, uint32_t* groups) {
  const uint32_t lane = laneid(), first = 8u * (lane & 3u) + (lane & 4u);
  for (int i = 0; i < core_groups; ++i) {
    const uint32_t half = HIPIFY_PTX_MATRIX_CORES == 12 ? lane >> 3 & 2u : 0u;
    groups[i] = read_lane(chunk, first + half + static_cast<uint32_t>(i), ~0u);
  }
}

#if HIPIFY_PTX_MATRIX_CORES == 11
typedef _Float16 core_f16x16 __attribute__((vector_size(32)));
typedef short core_bf16x16 __attribute__((vector_size(32)));
template <class A, class B>
HIPIFY_PTX_FN core_f32x8 core_product(vec<uint32_t, 8> a, vec<uint32_t, 8> b, core_f32x8 sums) {
  if constexpr (same<A, type::f16>) {
    return __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(bits<core_f16x16>(a), bits<core_f16x16>(b), sums);
  } else {
    return __builtin_amdgcn_wmma_f32_16x16x16_bf16_w32(bits<core_bf16x16>(a), bits<core_bf16x16>(b), sums);
  }
}
#else
typedef _Float16 core_f16x8 __attribute__((vector_size(16)));
typedef short core_bf16x8 __attribute__((vector_size(16)));
template <class A, class B>
HIPIFY_PTX_FN core_f32x8 core_product(vec<uint32_t, 4> a, vec<uint32_t, 4> b, core_f32x8 sums) {
  if constexpr (same<A, type::f16>) {
    return __builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12(bits<core_f16x8>(a), bits<core_f16x8>(b), sums);
  } else {
    return __builtin_amdgcn_wmma_f32_16x16x16_bf16_w32_gfx12(bits<core_bf16x8>(a), bits<core_bf16x8>(b), sums);
  }
}
template <class A, class B>
HIPIFY_PTX_FN core_f32x8 core_product(vec<uint32_t, 2> a, vec<uint32_t, 2> b, core_f32x8 sums) {
  const core_s32x2 left = bits<core_s32x2>(a), right = bits<core_s32x2>(b);
  constexpr bool is_e4m3 = same<B, type::e4m3>;
  if constexpr (same<A, type::e4m3>) {
    if constexpr (is_e4m3) return __builtin_amdgcn_wmma_f32_16x16x16_fp8_fp8_w32_gfx12(left, right, sums);
    else return __builtin_amdgcn_wmma_f32_16x16x16_fp8_bf8_w32_gfx12(left, right, sums);
  } else {
    if constexpr (is_e4m3) return __builtin_amdgcn_wmma_f32_16x16x16_bf8_fp8_w32_gfx12(left, right, sums);
    else return __builtin_amdgcn_wmma_f32_16x16x16_bf8_bf8_w32_gfx12(left, right, sums);
  }
}
template <class A, class B>
HIPIFY_PTX_FN core_s32x8 core_product(vec<uint32_t, 2> a, vec<uint32_t, 2> b, core_s32x8 sums) {
  const core_s32x2 left = bits<core_s32x2>(a), right = bits<core_s32x2>(b);
  constexpr bool of_a = has_sign<A>(), of_b = has_sign<B>();
  if constexpr (integers_of<A>() == 4) {
    return __builtin_amdgcn_wmma_i32_16x16x16_iu8_w32_gfx12(of_a, left, of_b, right, sums, false);
  } else {
    return __builtin_amdgcn_wmma_i32_16x16x32_iu4_w32_gfx12(of_a, left, of_b, right, sums, false);
  }
}
#endif

template <class Sum>
struct core_accumulator {
  using held = core_s32x8;
};
template <>
struct core_accumulator<float> {
  using held = core_f32x8;
};

// Chunks that do not fill a product are followed by zeros, on both sides.
template <class A, class B, int Chunks, int Ofs, class Sum>
HIPIFY_PTX_FN vec<Sum, 4> core_sums(vec<uint32_t, Ofs> a, vec<uint32_t, Chunks> b) {
  constexpr int width = core_width<A>(), rows = Ofs / Chunks, products = (Chunks * core_groups + width - 1) / width;
  vec<uint32_t, width> left[products] = {}, right[products] = {};
  for (int chunk = 0; chunk < Chunks; ++chunk) {
    const int group = chunk * core_groups;
    core_rows<rows>(&a[chunk * rows], &left[group / width][group % width]);
    core_column(b[chunk], &right[group / width][group % width]);
  }
  typename core_accumulator<Sum>::held sums = {};
  for (int i = 0; i < products; ++i) sums = core_product<A, B>(left[i], right[i], sums);
  vec<Sum, 4> result;
  for (int i = 0; i < 4; ++i) {
    // Of each 16 lanes, the upper eight take the upper rows.
    const int lower = bits<int>(Sum(sums[i])), upper = bits<int>(Sum(sums[i + 4]));
    result[i] = bits<Sum>(__builtin_amdgcn_update_dpp(lower, upper, 0xe4, 0xf, 0xc, false));
  }
  return result;
}
#endif

#if HIPIFY_PTX_MATRIX_CORES
// The products of A and B, added up: with f32 for floats, whole for integers.
template <class A, class B, int Sums, class Sum, int Ofs, int Chunks>
HIPIFY_PTX_FN vec<Sum, Sums> on_cores(vec<uint32_t, Ofs> a, vec<uint32_t, Chunks> b) {
  if constexpr (is_core_small<A>() && HIPIFY_PTX_MATRIX_CORES != 12) {
    constexpr int rows = Ofs / Chunks;
    return on_cores<type::f16, type::f16, Sums, Sum>(small_as_f16<A, rows>(a), small_as_f16<B, 1>(b));
  } else {
    return as_fragment<Sum, Sums>(core_sums<A, B, Chunks, Ofs, Sum>(a, b));
  }
}
#endif
