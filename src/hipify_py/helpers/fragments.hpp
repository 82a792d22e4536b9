// ---------------------------------------------------------------------------------------------------------------------
// Matrices whose fragments have a layout that programs do not know: wmma.load, wmma.mma, wmma.store.
//
// The layout here is that of `mma`, so that a product is one or two of these. mma's A is 16 rows, or 8; its B is 8
// columns. Of m16n16k16, two products share A; of m32n8k16, B. The columns of m8n32k16 are taken for the rows of a
// product whose result is the transpose.

// Of a matrix in memory.
enum class layout { row, col };

namespace shape {
template <int M, int N, int K>
struct of {
  static constexpr int m = M, n = N, k = K;
  static constexpr bool is_turned = N == 32;       // whether B is what mma calls A
  static constexpr int tiles = M * N > 64 ? 2 : 1;  // products of mma
};
struct m16n16k16 : of<16, 16, 16> {};
struct m32n8k16 : of<32, 8, 16> {};
struct m8n32k16 : of<8, 32, 16> {};
struct m16n16k8 : of<16, 16, 8> {};
struct m8n8k4 : of<8, 8, 4> {};
struct m8n8k32 : of<8, 8, 32> {};
struct m8n8k128 : of<8, 8, 128> {};
}  // namespace shape

// Memory as these functions read and write it, at a distance in bytes.
template <space Where>
struct memory_at {
  address start;
  template <int Bytes>
  HIPIFY_PTX_FN typename word<Bytes>::type read(uint64_t byte) const {
    return *plain<Bytes, Where>(start + static_cast<long long>(byte));
  }
  template <int Bytes>
  HIPIFY_PTX_FN void write(uint64_t byte, typename word<Bytes>::type value) const {
    *plain<Bytes, Where>(start + static_cast<long long>(byte)) = value;
  }
};

// The same behind a pointer, whose origin the compiler may see.
struct memory_behind {
  const volatile void* start;
  template <int Bytes>
  HIPIFY_PTX_FN typename word<Bytes>::type read(uint64_t byte) const {
    return *reinterpret_cast<const typename word<Bytes>::type*>((const char*)start + byte);
  }
  template <int Bytes>
  HIPIFY_PTX_FN void write(uint64_t byte, typename word<Bytes>::type value) const {
    *reinterpret_cast<typename word<Bytes>::type*>((char*)start + byte) = value;
  }
};

// What holds elements of A and B, how many of them, and of how many bits each is.
template <class T>
struct operand {
  typedef uint32_t held;
  static constexpr int bits = same<T, type::b1_xor> || same<T, type::b1_and> ? 1
                              : same<T, type::s4> || same<T, type::u4>       ? 4
                              : same<T, type::s8> || same<T, type::u8>       ? 8
                              : same<T, type::f16> || same<T, type::bf16>    ? 16
                                                                             : 32;
  static constexpr int count = 32 / bits;
};
template <>
struct operand<type::f64> {
  typedef double held;
  static constexpr int bits = 64, count = 1;
};

// Lines are rows of A and columns of B. A fragment of f16 has 8 registers in PTX, whatever its shape; those that are
// not needed repeat the others.
template <class T, int Lines, int K>
struct fragment_of {
  static constexpr int chunks = K / (4 * operand<T>::count), used = Lines / 8 * chunks;
  static constexpr int count = same<T, type::f16> ? 8 : used;
  typedef vec<typename operand<T>::held, count> registers;
};

// One register: elements that follow each other in a line, where `Along` says that they do in memory, too.
template <class T, bool Along, class Memory>
HIPIFY_PTX_FN typename operand<T>::held load_elements(Memory memory, uint64_t line, uint64_t first, uint32_t stride) {
  typedef typename operand<T>::held held;
  constexpr int size = operand<T>::bits, bytes = Along ? sizeof(held) : size / 8;
  if constexpr (Along || operand<T>::count == 1) {
    const uint64_t place = Along ? line * stride + first : first * stride + line;
    return bits<held>(memory.template read<sizeof(held)>(place * size / 8));
  } else {
    static_assert(size >= 8, "elements that are parts of bytes lie along their line");
    uint32_t all = 0;
    for (int i = 0; i < operand<T>::count; ++i) {
      all |= static_cast<uint32_t>(memory.template read<bytes>(((first + i) * stride + line) * bytes)) << size * i;
    }
    return all;
  }
}

// A or B. `Pairs`: as A of 16 rows, where lines that are 8 apart take turns.
template <class T, int Lines, int K, bool Pairs, bool Along, class Memory>
HIPIFY_PTX_FN typename fragment_of<T, Lines, K>::registers load_operand(Memory memory, uint32_t stride) {
  typedef fragment_of<T, Lines, K> fragment;
  constexpr int chunks = fragment::chunks;
  const uint32_t group = laneid() / 4u, place = laneid() % 4u;
  typename fragment::registers result;
  for (int i = 0; i < fragment::used; ++i) {
    const int block = Pairs ? i / (2 * chunks) * 2 + i % 2 : i / chunks;
    const int chunk = Pairs ? i / 2 % chunks : i % chunks;
    const uint32_t first = (4u * chunk + place) * operand<T>::count;
    result[i] = load_elements<T, Along>(memory, 8u * block + group, first, stride);
  }
  for (int i = fragment::used; i < fragment::count; ++i) result[i] = result[i % fragment::used];
  return result;
}

template <class Shape, class T, layout Layout, class Memory>
HIPIFY_PTX_FN auto load_a(Memory memory, uint32_t stride) {
  constexpr bool pairs = !Shape::is_turned && Shape::m >= 16;
  return load_operand<T, Shape::m, Shape::k, pairs, Layout == layout::row>(memory, stride);
}

template <class Shape, class T, layout Layout, class Memory>
HIPIFY_PTX_FN auto load_b(Memory memory, uint32_t stride) {
  return load_operand<T, Shape::n, Shape::k, Shape::is_turned, Layout == layout::col>(memory, stride);
}

// Where the element `index` of C or D lies, counted in elements.
template <class Shape>
HIPIFY_PTX_FN uint64_t place_of_sum(int index, bool by_rows, uint32_t stride) {
  const uint32_t tile = static_cast<uint32_t>(index) / 4u;
  uint32_t row = laneid() / 4u + 8u * (static_cast<uint32_t>(index) / 2u % 2u);
  uint32_t column = 2u * (laneid() % 4u) + static_cast<uint32_t>(index) % 2u;
  (Shape::m == 16 ? column : row) += tile * (Shape::m == 16 ? 8u : 16u);
  return by_rows != Shape::is_turned ? static_cast<uint64_t>(row) * stride + column
                                     : static_cast<uint64_t>(column) * stride + row;
}

template <class Shape, class Sum, class Memory>
HIPIFY_PTX_FN vec<Sum, Shape::m * Shape::n / 32> load_sums(Memory memory, bool by_rows, uint32_t stride) {
  vec<Sum, Shape::m * Shape::n / 32> result;
  for (int i = 0; i < Shape::m * Shape::n / 32; ++i) {
    const uint64_t place = place_of_sum<Shape>(i, by_rows, stride);
    result[i] = bits<Sum>(memory.template read<sizeof(Sum)>(place * sizeof(Sum)));
  }
  return result;
}

template <class Shape, class Sum, int Sums, class Memory>
HIPIFY_PTX_FN void store_sums(Memory memory, const vec<Sum, Sums>& sums, bool by_rows, uint32_t stride) {
  static_assert(Sums == Shape::m * Shape::n / 32, "the registers are those of the shape");
  for (int i = 0; i < Sums; ++i) {
    const uint64_t place = place_of_sum<Shape>(i, by_rows, stride);
    memory.template write<sizeof(Sum)>(place * sizeof(Sum), bits<typename word<sizeof(Sum)>::type>(sums[i]));
  }
}

// wmma.load and wmma.store. Without a stride, one line of the matrix follows the other.
template <class Shape, class T, layout Layout, space Where>
HIPIFY_PTX_FN auto wmma_load_a(address a, uint32_t stride = Layout == layout::row ? Shape::k : Shape::m) {
  return load_a<Shape, T, Layout>(memory_at<Where>{a}, stride);
}

template <class Shape, class T, layout Layout, space Where>
HIPIFY_PTX_FN auto wmma_load_b(address a, uint32_t stride = Layout == layout::row ? Shape::n : Shape::k) {
  return load_b<Shape, T, Layout>(memory_at<Where>{a}, stride);
}

template <class Shape, class Sum, layout Layout, space Where>
HIPIFY_PTX_FN auto wmma_load_c(address a, uint32_t stride = Layout == layout::row ? Shape::n : Shape::m) {
  return load_sums<Shape, Sum>(memory_at<Where>{a}, Layout == layout::row, stride);
}

template <class Shape, layout Layout, space Where, class Sum, int Sums>
HIPIFY_PTX_FN void wmma_store_d(address a, vec<Sum, Sums> sums,
                                uint32_t stride = Layout == layout::row ? Shape::n : Shape::m) {
  store_sums<Shape>(memory_at<Where>{a}, sums, Layout == layout::row, stride);
}

// Sums of f16: a register has two of them.
template <int Registers>
HIPIFY_PTX_FN vec<uint16_t, 2 * Registers> apart(vec<uint32_t, Registers> registers) {
  vec<uint16_t, 2 * Registers> result;
  for (int i = 0; i < 2 * Registers; ++i) result[i] = i % 2 == 0 ? low(registers[i / 2]) : high(registers[i / 2]);
  return result;
}

template <int Halves>
HIPIFY_PTX_FN vec<uint32_t, Halves / 2> in_pairs(vec<uint16_t, Halves> halves) {
  vec<uint32_t, Halves / 2> result;
  for (int i = 0; i < Halves / 2; ++i) result[i] = joined(halves[2 * i], halves[2 * i + 1]);
  return result;
}

template <class Shape, layout Layout, space Where>
HIPIFY_PTX_FN auto wmma_load_c_f16(address a, uint32_t stride = Layout == layout::row ? Shape::n : Shape::m) {
  return in_pairs(wmma_load_c<Shape, uint16_t, Layout, Where>(a, stride));
}

template <class Shape, layout Layout, space Where, int Registers>
HIPIFY_PTX_FN void wmma_store_d_f16(address a, vec<uint32_t, Registers> sums,
                                    uint32_t stride = Layout == layout::row ? Shape::n : Shape::m) {
  wmma_store_d<Shape, Layout, Where>(a, apart(sums), stride);
}

// Some of the registers, as those of one product.
template <int Count, class T, int N>
HIPIFY_PTX_FN vec<T, Count> slice(const vec<T, N>& all, int first) {
  vec<T, Count> result;
  for (int i = 0; i < Count; ++i) result[i] = all[first + i];
  return result;
}

// One product.
template <class T, bool Saturates, class Register, int Ofs, int Chunks, class Sum, int Sums>
HIPIFY_PTX_FN vec<Sum, Sums> one_product(vec<Register, Ofs> a, vec<Register, Chunks> b, vec<Sum, Sums> c) {
  if constexpr (same<Sum, int32_t>) {
    return mma_int<T, T, Saturates>(a, b, c);
  } else {
    return mma<T, T>(a, b, c);
  }
}

// wmma.mma with sums of f32, f64 or s32. How A and B lie in memory makes no difference any more.
template <class Shape, class T, bool Saturates, class Register, int Ofs, int Chunks, class Sum, int Sums>
HIPIFY_PTX_FN vec<Sum, Sums> wmma(vec<Register, Ofs> a, vec<Register, Chunks> b, vec<Sum, Sums> c) {
  constexpr int chunks = fragment_of<T, 8, Shape::k>::used, sums = Sums / Shape::tiles;
  constexpr int of_a = Shape::m >= 16 ? 2 * chunks : chunks;
  for (int i = 0; i < Shape::tiles; ++i) {
    vec<Sum, sums> some = slice<sums>(c, i * sums);
    if constexpr (Shape::is_turned) {
      some = one_product<T, Saturates>(slice<2 * chunks>(b, i * 2 * chunks), slice<chunks>(a, 0), some);
    } else {
      const int first = Shape::m == 32 ? i * of_a : 0, column = Shape::m == 16 ? i * chunks : 0;
      some = one_product<T, Saturates>(slice<of_a>(a, first), slice<chunks>(b, column), some);
    }
    for (int k = 0; k < sums; ++k) c[i * sums + k] = some[k];
  }
  return c;
}

// The same where sums are of f16, before or behind: they are made in f32, and rounded at the end.
template <int Sums>
HIPIFY_PTX_FN vec<float, Sums> as_f32(vec<float, Sums> c) {
  return c;
}

template <int Registers>
HIPIFY_PTX_FN vec<float, 2 * Registers> as_f32(vec<uint32_t, Registers> c) {
  vec<float, 2 * Registers> result;
  for (int i = 0; i < 2 * Registers; ++i) result[i] = widen<type::f16>(apart(c)[i]);
  return result;
}

template <int Sums>
HIPIFY_PTX_FN vec<uint32_t, Sums / 2> as_f16(vec<float, Sums> c) {
  vec<uint16_t, Sums> result;
  for (int i = 0; i < Sums; ++i) result[i] = nearest<type::f16>(c[i]);
  return in_pairs(result);
}

template <class Shape, class C>
HIPIFY_PTX_FN vec<float, 8> wmma_f32(vec<uint32_t, 8> a, vec<uint32_t, 8> b, C c) {
  return wmma<Shape, type::f16, false>(a, b, as_f32(c));
}

template <class Shape, class C>
HIPIFY_PTX_FN vec<uint32_t, 4> wmma_f16(vec<uint32_t, 8> a, vec<uint32_t, 8> b, C c) {
  return as_f16(wmma_f32<Shape>(a, b, c));
}
