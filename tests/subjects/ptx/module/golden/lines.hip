// lines.ptx, translated by hipify-py (5dc55f5c27cfb196)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using f32 = hipify_ptx::any_f32;

// sums::first
extern "C" __global__ void _ZN4sums5firstILi8EEEvPKfPfi(f32* from, f32* to, int32_t count) {
  float f3 = 0.0f;  // sums.cu:5
  for (int32_t r2 = 0; r2 < 8; r2 += 1u) {
    if (r2 >= count) {
      break;
    }
    f3 = f3 + from[r2];  // name.h:90
  }
  *to = f3;  // sums.cu:9
}
