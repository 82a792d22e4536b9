#include <nvtx3/nvtx3.hpp>
#include <optional>
#include <string>

struct my_domain { static constexpr char const* name{"mine"}; };
using my_range = nvtx3::scoped_range_in<my_domain>;  // expect: LIB031
#define RANGE(text) ::nvtx3::scoped_range range_of_macro{text}

void f(const std::string& name, const char* text, int n) {
  NVTX3_FUNC_RANGE();
  nvtx3::scoped_range r{"x"};
  nvtx3::scoped_range const s("y", nvtx3::rgb{127, 255, 0});
  nvtx3::scoped_range_in<my_domain> t{nvtx3::payload{n}, name};
  nvtx3::scoped_range u{};
  nvtx3::scoped_range v{nvtx3::rgb{1, 2, 3}, nvtx3::category{1}};
  RANGE("macro");
  std::optional<nvtx3::scoped_range> maybe;
  if (n) maybe.emplace("maybe");
  nvtx3::mark("here");
  nvtx3::mark_in<my_domain>(text, nvtx3::rgb{1, 2, 3});
  nvtx3::mark(name.c_str());
}
void g() { NVTX3_FUNC_RANGE_IN(my_domain); my_range r{"g"}; }
// ==== output
#include "hipify_compat.hpp"
#include <roctracer/roctx.h>
#include <optional>
#include <string>

struct my_domain { static constexpr char const* name{"mine"}; };
using my_range = hipify_compat::scoped_range;  // expect: LIB031
#define RANGE(text) hipify_compat::scoped_range range_of_macro{text}

void f(const std::string& name, const char* text, int n) {
  const hipify_compat::scoped_range function_range{__func__};
  hipify_compat::scoped_range r{"x"};
  hipify_compat::scoped_range const s("y");
  hipify_compat::scoped_range t{name};
  hipify_compat::scoped_range u{};
  hipify_compat::scoped_range v{};
  RANGE("macro");
  std::optional<hipify_compat::scoped_range> maybe;
  if (n) maybe.emplace("maybe");
  roctxMarkA("here");
  roctxMarkA(text);
  roctxMarkA(name.c_str());
}
void g() { const hipify_compat::scoped_range function_range{__func__}; my_range r{"g"}; }
