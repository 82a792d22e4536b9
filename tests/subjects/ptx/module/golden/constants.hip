// constants.ptx, translated by hipify-py (21f77e7668c439ef)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using f32 = hipify_ptx::any_f32;
using f64 = hipify_ptx::any_f64;
using hipify_ptx::bits;

extern "C" __global__ void constants(f32* p, f64* q) {
  const float f5 = fmaf(*p * 0.40947399f - -0.1f, 3.4028235e+38f, -0.0f) + bits<float>(uint32_t(0x1u));
  const float f6 = hipify_ptx::maximum<hipify_ptx::type::f32>(f5, bits<float>(uint32_t(0xff800000u)));
  const float f7 = hipify_ptx::mul_f32<hipify_ptx::rounding::rn, true>(f6, -3.1415927f);
  *p = f7 < 1e+10f ? bits<float>(uint32_t(0x7fc00000u)) : f7;
  p[1] = 0.5f;
  const double fd5 = fma(-(*q * 0.5 - 0.1), -10000.0, bits<double>(uint64_t(0x7ff0000000000000ull)));
  *q = fd5 + bits<double>(uint64_t(0x1ull));
  p[2] = -1.0f;
}
