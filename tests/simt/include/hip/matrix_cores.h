// The matrix cores of AMD for kernels that run on the CPU: which lane has which number of A, B, C and D, as the AMD
// Matrix Instruction Calculator prints it (CDNA 2 and 3, RDNA 3), and "Using the Matrix Cores of AMD RDNA 4 architecture
// GPUs" of AMD GPUOpen draws it. Sums of floats are made number by number: AMD does not say how its GPUs round on the way.
#pragma once

#include "hip/hip_runtime.h"

namespace simt {

inline unsigned long products_on_cores = 0;  // how often a lane took part in one

template <class T, class Register>
SIMT T element(const Register &all, unsigned index) {
  T value;
  std::memcpy(&value, reinterpret_cast<const char *>(&all) + index * sizeof(T), sizeof(T));
  return value;
}

struct brain {
  unsigned short bits;
  SIMT operator float() const {
    const unsigned all = unsigned(bits) << 16;
    float value;
    std::memcpy(&value, &all, sizeof(value));
    return value;
  }
};

// Numbers of 8 bits as OCP defines them: sign, exponent, Mantissa bits.
template <int Mantissa>
struct small {
  unsigned char bits;
  SIMT operator float() const {
    const int exponent = (bits & 127) >> Mantissa, mantissa = bits & ((1 << Mantissa) - 1), bias = (1 << (6 - Mantissa)) - 1;
    const float sign = bits & 128 ? -1.0f : 1.0f;
    const bool is_last = exponent == (1 << (7 - Mantissa)) - 1;
    if (Mantissa == 3 && (bits & 127) == 127) return NAN;
    if (Mantissa == 2 && is_last) return mantissa ? NAN : sign * INFINITY;
    return sign * __builtin_ldexpf(mantissa | (exponent ? 1 << Mantissa : 0), (exponent ? exponent : 1) - bias - Mantissa);
  }
};

// What products are made in.
template <class T>
SIMT auto widened(T x) {
  return std::conditional_t<std::is_integral_v<T>, int, float>(x);
}

template <class A, class B>
struct Operands {
  A a;
  B b;
};

template <class A, class B>
SIMT Met<Operands<A, B>> meet_on_cores(const A &a, const B &b, unsigned lanes) {
  const auto met = meet(Operands<A, B>{a, b});
  if (unsigned(warpSize) != lanes) trap("matrix cores are used by waves of another size");
  if (met.lanes != (lanes == 64 ? ~0ull : 0xffffffffull)) trap("matrix cores are used where lanes are missing");
  ++products_on_cores;
  return met;
}

// V_MFMA_..._4X4X.._16B: a block has four lanes. Lane i has row i of A, column i of B, and column i of C and D, whose row
// is the register.
template <class Element, class Register, class Sums>
SIMT Sums blocks_of_four(const Register &a, const Register &b, Sums sums, int cbsz, int abid, int blgp) {
  if (blgp != 0) trap("BLGP is not modelled");
  const auto met = meet_on_cores(a, b, 64);
  const unsigned lane = lane_id(), block = lane / 4, of_a = (block >> cbsz << cbsz) + unsigned(abid);
  for (unsigned row = 0; row < 4; ++row)
    for (unsigned k = 0; k < sizeof(Register) / sizeof(Element); ++k)
      sums[row] += widened(element<Element>(met.values[4 * of_a + row].a, k)) *
                   widened(element<Element>(met.values[lane].b, k));
  return sums;
}

// V_WMMA of RDNA 3: the lanes i and i + 16 have row i of A and column i of B, all of it. Register r of lane l has row
// 2r + l / 16 of C and D, column l % 16.
template <class Number, class Register, class Sums>
SIMT Sums wmma_of_rdna3(const Register &a, const Register &b, Sums sums, Number number) {
  const auto met = meet_on_cores(a, b, 32);
  const unsigned lane = lane_id();
  for (unsigned i = 0; i < 16; ++i)
    if (std::memcmp(&met.values[i], &met.values[i + 16], sizeof(met.values[i])) != 0) trap("lanes 16 to 31 differ");
  for (unsigned r = 0; r < 8; ++r)
    for (unsigned k = 0; k < 16; ++k)
      sums[r] += number(met.values[2 * r + lane / 16].a, k, true) * number(met.values[lane % 16].b, k, false);
  return sums;
}

// V_WMMA of RDNA 4: lane i has the first half of row i of A and of column i of B, lane i + 16 the other one. Register r
// of lane l has row r + 8 (l / 16) of C and D, column l % 16.
template <unsigned Halves, class Number, class Register, class Sums>
SIMT Sums wmma_of_rdna4(const Register &a, const Register &b, Sums sums, Number number) {
  const auto met = meet_on_cores(a, b, 32);
  const unsigned lane = lane_id();
  for (unsigned r = 0; r < 8; ++r)
    for (unsigned k = 0; k < 2 * Halves; ++k)
      sums[r] += number(met.values[r + lane / 16 * 8 + k / Halves * 16].a, k % Halves, true) *
                 number(met.values[lane % 16 + k / Halves * 16].b, k % Halves, false);
  return sums;
}

template <class A, class B = A>
struct Floats {
  template <class Register>
  SIMT float operator()(const Register &all, unsigned k, bool is_a) const {
    return is_a ? float(element<A>(all, k)) : float(element<B>(all, k));
  }
};

template <int Bits>
struct Integers {
  bool a, b;  // whether they are signed
  template <class Register>
  SIMT int operator()(const Register &all, unsigned k, bool is_a) const {
    const int value = element<unsigned char>(all, k * Bits / 8) >> k * Bits % 8 & ((1 << Bits) - 1);
    return (is_a ? a : b) && value >> (Bits - 1) ? value - (1 << Bits) : value;
  }
};

}  // namespace simt

#define SIMT_MFMA(name, element)                                                                      \
  template <class Register, class Sums>                                                               \
  SIMT Sums __builtin_amdgcn_mfma_##name(Register a, Register b, Sums c, int cbsz, int abid, int blgp) { \
    return simt::blocks_of_four<element>(a, b, c, cbsz, abid, blgp);                                  \
  }
SIMT_MFMA(f32_4x4x1f32, float)
SIMT_MFMA(f32_4x4x4f16, _Float16)
SIMT_MFMA(f32_4x4x4bf16_1k, simt::brain)
SIMT_MFMA(i32_4x4x4i8, signed char)
#undef SIMT_MFMA

#define SIMT_WMMA(name, model, ...)                                                      \
  template <class Register, class Sums>                                                  \
  SIMT Sums __builtin_amdgcn_wmma_##name(Register a, Register b, Sums c) {               \
    return simt::model(a, b, c, simt::Floats<__VA_ARGS__>());                            \
  }
SIMT_WMMA(f32_16x16x16_f16_w32, wmma_of_rdna3, _Float16)
SIMT_WMMA(f32_16x16x16_bf16_w32, wmma_of_rdna3, simt::brain)
SIMT_WMMA(f32_16x16x16_f16_w32_gfx12, wmma_of_rdna4<8>, _Float16)
SIMT_WMMA(f32_16x16x16_bf16_w32_gfx12, wmma_of_rdna4<8>, simt::brain)
SIMT_WMMA(f32_16x16x16_fp8_fp8_w32_gfx12, wmma_of_rdna4<8>, simt::small<3>)
SIMT_WMMA(f32_16x16x16_fp8_bf8_w32_gfx12, wmma_of_rdna4<8>, simt::small<3>, simt::small<2>)
SIMT_WMMA(f32_16x16x16_bf8_fp8_w32_gfx12, wmma_of_rdna4<8>, simt::small<2>, simt::small<3>)
SIMT_WMMA(f32_16x16x16_bf8_bf8_w32_gfx12, wmma_of_rdna4<8>, simt::small<2>)
#undef SIMT_WMMA

// V_DOT4, V_DOT8: of the integers in two registers of a lane.
namespace simt {
template <int Bits>
SIMT int dot(bool of_a, unsigned a, bool of_b, unsigned b, int sum) {
  const Integers<Bits> number{of_a, of_b};
  for (unsigned k = 0; k < 32 / Bits; ++k) sum += number(a, k, true) * number(b, k, false);
  return sum;
}
}  // namespace simt
SIMT inline int __builtin_amdgcn_sdot4(int a, int b, int c, bool) { return simt::dot<8>(true, a, true, b, c); }
SIMT inline int __builtin_amdgcn_sdot8(int a, int b, int c, bool) { return simt::dot<4>(true, a, true, b, c); }
SIMT inline unsigned __builtin_amdgcn_udot4(unsigned a, unsigned b, unsigned c, bool) {
  return simt::dot<8>(false, a, false, b, c);
}
SIMT inline unsigned __builtin_amdgcn_udot8(unsigned a, unsigned b, unsigned c, bool) {
  return simt::dot<4>(false, a, false, b, c);
}
SIMT inline int __builtin_amdgcn_sudot4(bool of_a, int a, bool of_b, int b, int c, bool) {
  return simt::dot<8>(of_a, a, of_b, b, c);
}
SIMT inline int __builtin_amdgcn_sudot8(bool of_a, int a, bool of_b, int b, int c, bool) {
  return simt::dot<4>(of_a, a, of_b, b, c);
}

#define SIMT_WMMA(name, model, bits)                                                                            \
  template <class Register, class Sums>                                                                         \
  SIMT Sums __builtin_amdgcn_wmma_##name(bool of_a, Register a, bool of_b, Register b, Sums c, bool clamp) {    \
    if (clamp) simt::trap("clamping is not modelled");                                                          \
    return simt::model(a, b, c, simt::Integers<bits>{of_a, of_b});                                              \
  }
SIMT_WMMA(i32_16x16x16_iu8_w32_gfx12, wmma_of_rdna4<8>, 8)
SIMT_WMMA(i32_16x16x32_iu4_w32_gfx12, wmma_of_rdna4<16>, 4)
#undef SIMT_WMMA
