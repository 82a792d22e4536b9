#include <nvtx3/nvtx3.hpp>

void f(const std::string& name, nvtx3::event_attributes const& attributes) {  // expect: LIB002
  nvtx3::scoped_range r{attributes};  // expect: LIB002
  nvtx3::scoped_range s{nvtx3::message{"x"}};  // expect: LIB002
  nvtx3::scoped_range t{name, nvtx3::rgb{red(), 0, 0}};  // expect: LIB002
  nvtx3::scoped_range u{L"wide"};  // expect: LIB002
  nvtx3::unique_range v{"x"};  // expect: LIB002
  nvtx3::mark(name);  // expect: LIB002
  NVTX3_FUNC_RANGE_IF(true);  // expect: LIB002
}
// ==== output
#include <roctracer/roctx.h>

void f(const std::string& name, nvtx3::event_attributes const& attributes) {  // expect: LIB002
  nvtx3::scoped_range r{attributes};  // expect: LIB002
  nvtx3::scoped_range s{nvtx3::message{"x"}};  // expect: LIB002
  nvtx3::scoped_range t{name, nvtx3::rgb{red(), 0, 0}};  // expect: LIB002
  nvtx3::scoped_range u{L"wide"};  // expect: LIB002
  nvtx3::unique_range v{"x"};  // expect: LIB002
  nvtx3::mark(name);  // expect: LIB002
  NVTX3_FUNC_RANGE_IF(true);  // expect: LIB002
}
