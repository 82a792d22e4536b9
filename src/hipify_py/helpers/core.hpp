// ---------------------------------------------------------------------------------------------------------------------
// What everything below stands on.

#if defined(__HIP_PLATFORM_AMD__) || (defined(__HIP__) && defined(__clang__) && !defined(__CUDACC__))
#define HIPIFY_PTX_ON_AMD 1
#else
#define HIPIFY_PTX_ON_AMD 0
#endif

// Chooses between a translation and the assembler it was made from, where `#if` cannot stand: in the body of a macro.
#if HIPIFY_PTX_ON_AMD
#define HIPIFY_PTX_AMD(...) __VA_ARGS__
#define HIPIFY_PTX_NVIDIA(...)
#else
#define HIPIFY_PTX_AMD(...)
#define HIPIFY_PTX_NVIDIA(...) __VA_ARGS__
#endif

// A compiler of host code alone needs no more: there is nothing for it up to the end of this condition.
#if defined(__HIP__) || defined(__HIPCC__) || defined(__CUDACC__)

// What is compiled at run time has its headers and its integers from the start.
#if !defined(__HIPCC_RTC__) && !defined(__CUDACC_RTC__)
#if HIPIFY_PTX_ON_AMD
#include <hip/hip_runtime.h>
#else
#include <cuda_runtime.h>
#endif
#include <stdint.h>
#endif

#define HIPIFY_PTX_FN __device__ __forceinline__

namespace hipify_ptx {

// The same bits as another type of the same size.
template <class To, class From>
HIPIFY_PTX_FN To bits(From from) {
  static_assert(sizeof(To) == sizeof(From), "a register keeps its size");
  To result;
  __builtin_memcpy(&result, &from, sizeof(To));
  return result;
}

// Puts the bits of a register into a variable of any type of that size: an integer, a pointer, an enumeration.
template <class Variable, class Register>
HIPIFY_PTX_FN void assign(Variable& variable, Register value) {
  static_assert(sizeof(Variable) == sizeof(Register), "a register keeps its size");
  variable = (Variable)value;  // the one cast that takes an integer for any of these
}

// What `{%0, %1}` stands for: registers that are read or written together.
template <class T, int N>
struct vec {
  T element[N];
  HIPIFY_PTX_FN T& operator[](int index) { return element[index]; }
  HIPIFY_PTX_FN const T& operator[](int index) const { return element[index]; }
};

// These registers, each as the type that an instruction reads them as.
template <class T, class... Registers>
HIPIFY_PTX_FN vec<T, sizeof...(Registers)> pack(Registers... registers) {
  return {{T(registers)...}};
}

// An address as PTX has it: a pointer or an integer; 32 bits of it are an address in shared memory.
struct address {
  uint64_t value;
  HIPIFY_PTX_FN address(const volatile void* pointer) : value(reinterpret_cast<uint64_t>(pointer)) {}
  HIPIFY_PTX_FN address(unsigned long long bits) : value(bits) {}
  HIPIFY_PTX_FN address(unsigned long bits) : value(bits) {}
  HIPIFY_PTX_FN address(unsigned bits) : value(bits) {}
  HIPIFY_PTX_FN address(long long bits) : value(static_cast<uint64_t>(bits)) {}
  HIPIFY_PTX_FN address(long bits) : value(static_cast<uint64_t>(bits)) {}
  HIPIFY_PTX_FN address(int bits) : value(static_cast<uint32_t>(bits)) {}
  HIPIFY_PTX_FN address operator+(long long offset) const {
    return address(static_cast<unsigned long long>(value + static_cast<uint64_t>(offset)));
  }
};

// Keeps the compiler from moving or merging accesses to memory across this point, as `asm volatile` does.
HIPIFY_PTX_FN void keep_order() { __asm__ volatile("" ::: "memory"); }

// For assembler in macros: whether an argument is one of these texts. It is asked while the program is compiled.
__host__ __device__ constexpr bool is(const char* text, const char* other) {
  while (*text && *text == *other) ++text, ++other;
  return *text == *other;
}
template <class... Others>
__host__ __device__ constexpr bool is(const char* text, const char* first, Others... others) {
  return is(text, first) || (is(text, others) || ...);
}

// Where the macro is used with an argument for which hipify-py has not seen its assembler.
template <bool IsTranslated = false>
HIPIFY_PTX_FN void not_translated() {
  static_assert(IsTranslated, "hipify-py translated the assembler of this macro for the arguments in its file only");
}
