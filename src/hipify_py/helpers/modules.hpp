
// ---------------------------------------------------------------------------------------------------------------------
// Memory of kernels that were made of whole modules of PTX. These have plain accesses where PTX has `ld` and `st`.

// What memory is read and written as: PTX has no types that forbid others to name the same memory. `aliased` names them
// by the type of the value: as an argument of a template they would lose that.
#if HIPIFY_PTX_ON_AMD
#define HIPIFY_PTX_ALIAS __attribute__((may_alias))
#else
#define HIPIFY_PTX_ALIAS
#endif
typedef uint8_t HIPIFY_PTX_ALIAS any_u8;
typedef int8_t HIPIFY_PTX_ALIAS any_s8;
typedef uint16_t HIPIFY_PTX_ALIAS any_u16;
typedef int16_t HIPIFY_PTX_ALIAS any_s16;
typedef uint32_t HIPIFY_PTX_ALIAS any_u32;
typedef int32_t HIPIFY_PTX_ALIAS any_s32;
typedef uint64_t HIPIFY_PTX_ALIAS any_u64;
typedef int64_t HIPIFY_PTX_ALIAS any_s64;
typedef float HIPIFY_PTX_ALIAS any_f32;
typedef double HIPIFY_PTX_ALIAS any_f64;
#undef HIPIFY_PTX_ALIAS
template <class T>
struct aliased {};
template <>
struct aliased<uint8_t> {
  typedef any_u8 type;
};
template <>
struct aliased<int8_t> {
  typedef any_s8 type;
};
template <>
struct aliased<uint16_t> {
  typedef any_u16 type;
};
template <>
struct aliased<int16_t> {
  typedef any_s16 type;
};
template <>
struct aliased<uint32_t> {
  typedef any_u32 type;
};
template <>
struct aliased<int32_t> {
  typedef any_s32 type;
};
template <>
struct aliased<uint64_t> {
  typedef any_u64 type;
};
template <>
struct aliased<int64_t> {
  typedef any_s64 type;
};
template <>
struct aliased<float> {
  typedef any_f32 type;
};
template <>
struct aliased<double> {
  typedef any_f64 type;
};

// What lies so many bytes behind an address.
template <class T>
HIPIFY_PTX_FN typename aliased<T>::type& access(const volatile void* pointer, int64_t offset = 0) {
  return *(typename aliased<T>::type*)((char*)pointer + offset);
}

// ld.v2, ld.v4: registers that lie behind each other.
template <class T, int N>
HIPIFY_PTX_FN vec<T, N> load(const void* pointer) {
  return read<vec<T, N>, space::generic, false>(address(pointer));
}

// st.v2, st.v4.
template <class T, int N>
HIPIFY_PTX_FN void store(void* pointer, vec<T, N> values) {
  write<vec<T, N>, space::generic, false>(address(pointer), values);
}

// An address within shared memory, and what it points to.
HIPIFY_PTX_FN uint32_t shared_address(const volatile void* pointer) {
  return static_cast<uint32_t>(cvta_to_shared(reinterpret_cast<uint64_t>(pointer)));
}
HIPIFY_PTX_FN void* shared_pointer(uint32_t within) { return cvta_shared_to_generic(within); }

// `.b8 parameter[N]`: bytes that are passed by value.
template <int Size, int Align>
struct alignas(Align) by_value {
  uint8_t element[Size];
};
