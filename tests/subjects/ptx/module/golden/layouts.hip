// layouts.ptx, translated by hipify-py (e74c29b375896a5c)
#include "hipify_ptx.hpp"

// Products and sums are rounded each, as in PTX; where it merges them it says `fma`.
#pragma clang fp contract(off)

using f32 = hipify_ptx::any_f32;
using hipify_ptx::load;
using hipify_ptx::pack;
using hipify_ptx::store;
using hipify_ptx::vec;

extern "C" __global__ void products(f32* param_0) {
  const vec<uint32_t, 4> v = load<uint32_t, 4>(param_0);
  const uint32_t r1 = v[0];
  const uint32_t r2 = v[1];
  const uint32_t r3 = v[2];
  const uint32_t r4 = v[3];
  const vec<float, 4> v_2 = load<float, 4>(param_0 + 4);
  float f1 = v_2[0];
  float f2 = v_2[1];
  float f3 = v_2[2];
  float f4 = v_2[3];
  const vec<float, 4> v_3 = load<float, 4>(param_0 + 8);
  float f5 = v_3[0];
  float f6 = v_3[1];
  float f7 = v_3[2];
  float f8 = v_3[3];
  const vec<float, 8> v_4 = hipify_ptx::mma_by_eights<false, false>(pack<uint32_t>(r1, r2), pack<uint32_t>(r3, r4), pack<float>(f1, f2, f3, f4, f5, f6, f7, f8));
  f1 = v_4[0];
  f2 = v_4[1];
  f3 = v_4[2];
  f4 = v_4[3];
  f5 = v_4[4];
  f6 = v_4[5];
  f7 = v_4[6];
  f8 = v_4[7];
  const vec<float, 8> v_5 = hipify_ptx::mma_by_eights<true, true>(pack<uint32_t>(r1, r2), pack<uint32_t>(r3, r4), pack<float>(f1, f2, f3, f4, f5, f6, f7, f8));
  f1 = v_5[0];
  f2 = v_5[1];
  f3 = v_5[2];
  f4 = v_5[3];
  f5 = v_5[4];
  f6 = v_5[5];
  f7 = v_5[6];
  f8 = v_5[7];
  store<float, 4>(param_0 + 4, pack<float>(f1, f2, f3, f4));
  store<float, 4>(param_0 + 8, pack<float>(f5, f6, f7, f8));
}
