// ---------------------------------------------------------------------------------------------------------------------
// Matrices that the lanes of a warp hold together: nvcuda::wmma, with the shapes, types and numbers of elements of
// CUDA. Which lane holds what is said nowhere in CUDA, and is not the same here.

struct matrix_a;

struct matrix_b;

struct accumulator;

struct row_major;

struct col_major;

enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
}  // namespace precision

namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
}  // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}  // namespace experimental

// What a fragment of these elements holds, and which type of PTX they are.
template <class T>
struct element_of {
  typedef T storage;
  typedef T in_memory;
};
template <>
struct element_of<double> {
  typedef type::f64 ptx;
  typedef double storage;
  typedef double in_memory;
};
template <>
struct element_of<__half> {
  typedef type::f16 ptx;
  typedef __half storage;
  typedef __half in_memory;
};
template <>
struct element_of<__hip_bfloat16> {
  typedef type::bf16 ptx;
  typedef __hip_bfloat16 storage;
  typedef __hip_bfloat16 in_memory;
};
template <>
struct element_of<signed char> {
  typedef type::s8 ptx;
  typedef signed char storage;
  typedef signed char in_memory;
};
template <>
struct element_of<unsigned char> {
  typedef type::u8 ptx;
  typedef unsigned char storage;
  typedef unsigned char in_memory;
};
template <>
struct element_of<precision::tf32> {
  typedef type::tf32 ptx;
  typedef float storage;
  typedef float in_memory;
};
template <>
struct element_of<experimental::precision::s4> {
  typedef type::s4 ptx;
  typedef int storage;
  typedef void in_memory;
};
template <>
struct element_of<experimental::precision::u4> {
  typedef type::u4 ptx;
  typedef unsigned storage;
  typedef void in_memory;
};
template <>
struct element_of<experimental::precision::b1> {
  typedef type::b1_xor ptx;
  typedef unsigned storage;
  typedef void in_memory;
};

// How many elements a lane has. A and B of half are there twice in CUDA.
template <class Use, int M, int N, int K, class T>
inline constexpr int elements_of_lane = same<Use, accumulator> ? M * N / 32
                                        : same<T, __half>      ? 16
                                        : same<Use, matrix_a>  ? M * K / 32
                                                               : N * K / 32;

template <class T>
inline constexpr bool is_packed = same<typename element_of<T>::in_memory, void>;

// Layout is void for accumulators.
template <class Use, int M, int N, int K, class T, class Layout = void>
struct fragment {
  typedef T element_type;
  typedef typename element_of<T>::storage storage_element_type;
  enum { num_elements = elements_of_lane<Use, M, N, K, T>, num_storage_elements = is_packed<T> ? 1 : num_elements };
  alignas(8) storage_element_type x[num_storage_elements];
};

// The registers of a fragment.
template <class Registers, class Use, int M, int N, int K, class T, class Layout>
HIPIFY_PTX_FN Registers registers_of(const fragment<Use, M, N, K, T, Layout>& from) {
  Registers result;
  static_assert(sizeof(result) == sizeof(from.x), "the registers are those of the shape");
  __builtin_memcpy(&result, from.x, sizeof(result));
  return result;
}

template <class Registers, class Use, int M, int N, int K, class T, class Layout>
HIPIFY_PTX_FN void put_registers(fragment<Use, M, N, K, T, Layout>& into, const Registers& registers) {
  static_assert(sizeof(registers) == sizeof(into.x), "the registers are those of the shape");
  __builtin_memcpy(static_cast<void*>(into.x), &registers, sizeof(registers));
}

template <class Layout>
inline constexpr layout layout_of = same<Layout, row_major> ? layout::row : layout::col;

// A bit pattern of a size, as which sums are loaded and stored.
template <class T>
using sums_in_memory = typename word<sizeof(T)>::type;

template <int M, int N, int K, class T, class Layout>
HIPIFY_PTX_FN void load_matrix_sync(fragment<matrix_a, M, N, K, T, Layout>& a,
                                    const typename element_of<T>::in_memory* p, unsigned ldm) {
  put_registers(a, load_a<shape::of<M, N, K>, typename element_of<T>::ptx, layout_of<Layout>>(memory_behind{p}, ldm));
}

template <int M, int N, int K, class T, class Layout>
HIPIFY_PTX_FN void load_matrix_sync(fragment<matrix_b, M, N, K, T, Layout>& b,
                                    const typename element_of<T>::in_memory* p, unsigned ldm) {
  put_registers(b, load_b<shape::of<M, N, K>, typename element_of<T>::ptx, layout_of<Layout>>(memory_behind{p}, ldm));
}

template <int M, int N, int K, class T>
HIPIFY_PTX_FN void load_matrix_sync(fragment<accumulator, M, N, K, T>& c, const typename element_of<T>::storage* p,
                                    unsigned ldm, layout_t in_memory) {
  put_registers(c, load_sums<shape::of<M, N, K>, sums_in_memory<T>>(memory_behind{p}, in_memory == mem_row_major, ldm));
}

template <int M, int N, int K, class T>
HIPIFY_PTX_FN void store_matrix_sync(typename element_of<T>::storage* p, const fragment<accumulator, M, N, K, T>& d,
                                     unsigned ldm, layout_t in_memory) {
  typedef vec<sums_in_memory<T>, M * N / 32> sums;
  store_sums<shape::of<M, N, K>>(memory_behind{p}, registers_of<sums>(d), in_memory == mem_row_major, ldm);
}

template <class Use, int M, int N, int K, class T, class Layout>
HIPIFY_PTX_FN void fill_fragment(fragment<Use, M, N, K, T, Layout>& f, const typename element_of<T>::storage& value) {
  typename element_of<T>::storage all = value;
  if constexpr (same<T, experimental::precision::b1>) all = value & 1u ? ~0u : 0u;
  else if constexpr (is_packed<T>) all = static_cast<typename element_of<T>::storage>((value & 15u) * 0x11111111u);
  for (int i = 0; i < f.num_storage_elements; ++i) f.x[i] = all;
}

// The registers of A and B as products take them, and the sums as they are made: those of half in f32.
template <int M, int N, int K, class T, class Layout>
HIPIFY_PTX_FN auto operand_of(const fragment<matrix_a, M, N, K, T, Layout>& a) {
  return registers_of<typename fragment_of<typename element_of<T>::ptx, M, K>::registers>(a);
}

template <int M, int N, int K, class T, class Layout>
HIPIFY_PTX_FN auto operand_of(const fragment<matrix_b, M, N, K, T, Layout>& b) {
  return registers_of<typename fragment_of<typename element_of<T>::ptx, N, K>::registers>(b);
}

template <int M, int N, int K, class T>
HIPIFY_PTX_FN auto sums_of(const fragment<accumulator, M, N, K, T>& c) {
  if constexpr (same<T, __half>) return as_f32(registers_of<vec<uint32_t, M * N / 64>>(c));
  else return registers_of<vec<T, M * N / 32>>(c);
}

template <int M, int N, int K, class T, class Sums>
HIPIFY_PTX_FN void put_sums(fragment<accumulator, M, N, K, T>& d, const Sums& sums) {
  if constexpr (same<T, __half>) put_registers(d, as_f16(sums));
  else put_registers(d, sums);
}

template <int M, int N, int K, class D, class T, class RowsOrColumns, class OfB, class C>
HIPIFY_PTX_FN void mma_sync(fragment<accumulator, M, N, K, D>& d,
                            const fragment<matrix_a, M, N, K, T, RowsOrColumns>& a,
                            const fragment<matrix_b, M, N, K, T, OfB>& b,
                            const fragment<accumulator, M, N, K, C>& c) {
  static_assert(same<D, C> || (same<T, __half> && !same<D, int> && !same<C, int>), "CUDA has no such product");
  put_sums(d, wmma<shape::of<M, N, K>, typename element_of<T>::ptx, false>(operand_of(a), operand_of(b), sums_of(c)));
}

// With sums of integers that wrap, or become the largest where they are too large.
template <int M, int N, int K, class T, class RowsOrColumns, class OfB>
HIPIFY_PTX_FN void mma_sync(fragment<accumulator, M, N, K, int>& d,
                            const fragment<matrix_a, M, N, K, T, RowsOrColumns>& a,
                            const fragment<matrix_b, M, N, K, T, OfB>& b,
                            const fragment<accumulator, M, N, K, int>& c, bool satf) {
  typedef shape::of<M, N, K> of_shape;
  typedef typename element_of<T>::ptx ptx;
  put_sums(d, satf ? wmma<of_shape, ptx, true>(operand_of(a), operand_of(b), sums_of(c))
                   : wmma<of_shape, ptx, false>(operand_of(a), operand_of(b), sums_of(c)));
}

HIPIFY_PTX_FN void bmma_sync(
    fragment<accumulator, 8, 8, 128, int>& d,
    const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major>& a,
    const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major>& b,
    const fragment<accumulator, 8, 8, 128, int>& c, experimental::bmmaBitOp operation = experimental::bmmaBitOpXOR,
    experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  typedef shape::m8n8k128 of_shape;
  put_sums(d, operation == experimental::bmmaBitOpAND
                  ? wmma<of_shape, type::b1_and, false>(operand_of(a), operand_of(b), sums_of(c))
                  : wmma<of_shape, type::b1_xor, false>(operand_of(a), operand_of(b), sums_of(c)));
}

HIPIFY_PTX_FN float __float_to_tf32(float in) {
  return bits<float>(cvt_tf32<hipify_ptx::rounding::rna, false, false>(in));
}
