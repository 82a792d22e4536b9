// Runs HIP kernels on the CPU in lock step, with waves of 32 or of 64 lanes. What kernels see of it; simt.cpp does it.
#pragma once

#include <cstddef>
#include <cstring>
#include <functional>
#include <stdexcept>

struct uint3 {
  unsigned x, y, z;
};

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  constexpr dim3(uint3 of) : x(of.x), y(of.y), z(of.z) {}
};

// Those of the lane that runs.
extern uint3 threadIdx, blockIdx;
extern dim3 blockDim, gridDim;
extern int warpSize;

// Of what is no part of a kernel, which takes no steps of its own.
#ifdef __clang__
#define SIMT __attribute__((no_sanitize("coverage")))
#else
#define SIMT __attribute__((no_sanitize_coverage))
#endif

namespace simt {

using Lanes = unsigned long long;

constexpr unsigned most_lanes = 64;
constexpr std::size_t most_bytes = 64;  // of a value that lanes exchange

// What a GPU would trap on, or what would never end.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The lanes that carry out an operation together; what each of them brings goes to `brought`.
Lanes exchange(const void *mine, std::size_t size, void *brought);
unsigned lane_id();
void barrier();
void sleep();
[[noreturn]] void trap(const char *why);
void launch(dim3 grid, dim3 block, const std::function<void()> &kernel);

template <class T>
struct Met {
  Lanes lanes;
  T values[most_lanes];

  SIMT bool has(unsigned lane) const { return lane < most_lanes && (lanes >> lane & 1); }
  // Of a lane that takes no part a GPU reads 0.
  SIMT T of(unsigned lane) const { return has(lane) ? values[lane] : T(); }
};

template <class T>
SIMT Met<T> meet(const T &mine) {
  static_assert(sizeof(T) <= most_bytes, "too large for an exchange between lanes");
  Met<T> met;
  met.lanes = exchange(&mine, sizeof(T), met.values);
  return met;
}

}  // namespace simt
