// ---------------------------------------------------------------------------------------------------------------------
// Variants of libcu++ for both sides: std::variant, which device code may hold and ask for its index, with a `get` and
// a `visit` that it can call. Where there is no such value these stop the kernel, and throw on the host, as in libcu++.

#if !defined(HIPIFY_COMPAT_VARIANTS) && !defined(__HIPCC_RTC__)
#define HIPIFY_COMPAT_VARIANTS
#include <cstddef>
#include <cstdlib>
#include <type_traits>
#include <utility>
#include <variant>

#if defined(__HIP__)
#include <thrust/pair.h>
#include <thrust/tuple.h>
#define HIPIFY_COMPAT_BOTH __host__ __device__
#else
#define HIPIFY_COMPAT_BOTH
#endif

namespace hipify_compat {

// A type of its own, as in libcu++: functions may be overloaded for both.
template <class... Types>
struct variant : std::variant<Types...> {
  using std::variant<Types...>::variant;
};

template <class... Types>
HIPIFY_COMPAT_BOTH std::variant<Types...> variant_of(const std::variant<Types...>&);

template <class Variant>
using variant_base = decltype(variant_of(std::declval<Variant>()));

// What `std::get` returns for an element of such a variant: the same reference, and as constant.
template <std::size_t Index, class Variant>
using variant_element = decltype(std::get<Index>(std::declval<Variant>()));

[[noreturn]] HIPIFY_COMPAT_BOTH inline void no_such_value() {
#if defined(__HIP_DEVICE_COMPILE__)
  __builtin_trap();
#elif defined(__cpp_exceptions)
  throw std::bad_variant_access();
#else
  std::abort();
#endif
}

template <std::size_t Index, class Variant, class = variant_base<Variant>>
HIPIFY_COMPAT_BOTH constexpr variant_element<Index, Variant> get(Variant&& variant) {
  auto* found = std::get_if<Index>(&variant);
  if (found == nullptr) no_such_value();
  return static_cast<variant_element<Index, Variant>>(*found);
}

template <class Type, class Variant, class = variant_base<Variant>>
HIPIFY_COMPAT_BOTH constexpr decltype(std::get<Type>(std::declval<Variant>())) get(Variant&& variant) {
  auto* found = std::get_if<Type>(&variant);
  if (found == nullptr) no_such_value();
  return static_cast<decltype(std::get<Type>(std::declval<Variant>()))>(*found);
}

template <std::size_t Index = 0, class Visitor, class Variant>
HIPIFY_COMPAT_BOTH constexpr std::invoke_result_t<Visitor, variant_element<0, Variant>> visit(Visitor&& visitor,
                                                                                             Variant&& variant) {
  if constexpr (Index < std::variant_size_v<variant_base<Variant>>) {
    if (variant.index() == Index) {
      return std::forward<Visitor>(visitor)(
          static_cast<variant_element<Index, Variant>>(*std::get_if<Index>(&variant)));
    }
    return visit<Index + 1>(std::forward<Visitor>(visitor), std::forward<Variant>(variant));
  } else {
    no_such_value();
  }
}

#if defined(__HIP__)
// Tuples and pairs beside variants.
template <std::size_t Index, class Tuple>
HIPIFY_COMPAT_BOTH constexpr auto get(Tuple&& tuple) -> decltype(thrust::get<Index>(std::forward<Tuple>(tuple))) {
  return thrust::get<Index>(std::forward<Tuple>(tuple));
}
#endif

}  // namespace hipify_compat

template <class... Types>
struct std::variant_size<hipify_compat::variant<Types...>> : std::variant_size<std::variant<Types...>> {};

template <std::size_t Index, class... Types>
struct std::variant_alternative<Index, hipify_compat::variant<Types...>>
    : std::variant_alternative<Index, std::variant<Types...>> {};

#undef HIPIFY_COMPAT_BOTH
#endif
