__device__ unsigned two(unsigned x, unsigned y) {
  unsigned r;
  asm volatile("{\n"  // expect: CNV001
               "  .reg .u32 t;\n"
               "  bfe.u32 t, %1, %2, 3;\n"
               "  bfe.u32 %0, t, 16, 0x10;\n"
               "}" : "=r"(r) : "r"(x + 1), "r"(y));
  return r;
}
__device__ unsigned conditional(unsigned x, unsigned r) {
  asm("{ .reg .pred p; setp.ge.u32 p, %1, 4; @p bfe.u32 %0, %1, 4, 8; @!p mov.u32 %0, 0; }"  // expect: CNV001
      : "+r"(r) : "r"(x));
  return r;
}
__device__ void wide(unsigned* lo, unsigned* hi, unsigned a, unsigned b, unsigned c, unsigned d) {
  asm("add.cc.u32 %0, %2, %4; addc.u32 %1, %3, %5;"  // expect: CNV001
      : "=r"(*lo), "=r"(*hi) : "r"(a), "r"(c), "r"(b), "r"(d));
}
__device__ void depends(int i, int* a, int x) {
  // Where the second result goes is settled before the first one is written.
  asm("bfe.u32 %0, %2, 0, 4; bfe.u32 %1, %2, 4, 4;" : "=r"(i), "=r"(a[i]) : "r"(x));  // expect: CNV001
}
__device__ unsigned shadows(unsigned ptx_t, unsigned t) {
  unsigned r;
  asm("{ .reg .u32 t; bfe.u32 t, %1, 1, 1; { .reg .u32 t; bfe.u32 t, %2, 2, 2; add.u32 %0, t, 1; } add.u32 %0, %0, t; }"  // expect: CNV001
      : "=&r"(r) : "r"(ptx_t), "r"(t));
  return r;
}
__device__ unsigned loop(unsigned n) {
  unsigned r;
  asm("{ .reg .pred p; .reg .u32 i; mov.u32 i, %1; mov.u32 %0, 0; again: add.u32 %0, %0, i; sub.u32 i, i, 1; "  // expect: CNV001
      "setp.ne.u32 p, i, 0; @p bra again; }" : "=r"(r) : "r"(n));
  return r;
}
// ==== output
#include "hipify_ptx.hpp"
__device__ unsigned two(unsigned x, unsigned y) {
  unsigned r;
#if defined(__HIP_PLATFORM_AMD__)
  r = hipify_ptx::bfe<uint32_t>(hipify_ptx::bfe<uint32_t>(x + 1, y, 3u), 16u, 0x10u);
#else
  asm volatile("{\n"  // expect: CNV001
               "  .reg .u32 t;\n"
               "  bfe.u32 t, %1, %2, 3;\n"
               "  bfe.u32 %0, t, 16, 0x10;\n"
               "}" : "=r"(r) : "r"(x + 1), "r"(y));
#endif
  return r;
}
__device__ unsigned conditional(unsigned x, unsigned r) {
#if defined(__HIP_PLATFORM_AMD__)
  {
    const bool ptx_p = hipify_ptx::setp_ge<uint32_t>(x, 4u);
    if (ptx_p) r = hipify_ptx::bfe<uint32_t>(x, 4u, 8u);
    if (!ptx_p) r = 0u;
  }
#else
  asm("{ .reg .pred p; setp.ge.u32 p, %1, 4; @p bfe.u32 %0, %1, 4, 8; @!p mov.u32 %0, 0; }"  // expect: CNV001
      : "+r"(r) : "r"(x));
#endif
  return r;
}
__device__ void wide(unsigned* lo, unsigned* hi, unsigned a, unsigned b, unsigned c, unsigned d) {
#if defined(__HIP_PLATFORM_AMD__)
  {
    auto& ptx_at0 = *lo;
    auto& ptx_at1 = *hi;
    const uint32_t ptx_c = c;
    const uint32_t ptx_d = d;
    bool ptx_carry = false;
    ptx_at0 = hipify_ptx::add_cc<uint32_t>(a, b, ptx_carry);
    ptx_at1 = hipify_ptx::addc<uint32_t>(ptx_c, ptx_d, ptx_carry);
  }
#else
  asm("add.cc.u32 %0, %2, %4; addc.u32 %1, %3, %5;"  // expect: CNV001
      : "=r"(*lo), "=r"(*hi) : "r"(a), "r"(c), "r"(b), "r"(d));
#endif
}
__device__ void depends(int i, int* a, int x) {
  // Where the second result goes is settled before the first one is written.
#if defined(__HIP_PLATFORM_AMD__)
  {
    auto& ptx_at1 = a[i];
    i = hipify_ptx::bfe<uint32_t>(x, 0u, 4u);
    ptx_at1 = hipify_ptx::bfe<uint32_t>(x, 4u, 4u);
  }
#else
  asm("bfe.u32 %0, %2, 0, 4; bfe.u32 %1, %2, 4, 4;" : "=r"(i), "=r"(a[i]) : "r"(x));  // expect: CNV001
#endif
}
__device__ unsigned shadows(unsigned ptx_t, unsigned t) {
  unsigned r;
#if defined(__HIP_PLATFORM_AMD__)
  {
    r = hipify_ptx::bfe<uint32_t>(t, 2u, 2u) + 1u;
    r = r + hipify_ptx::bfe<uint32_t>(ptx_t, 1u, 1u);
  }
#else
  asm("{ .reg .u32 t; bfe.u32 t, %1, 1, 1; { .reg .u32 t; bfe.u32 t, %2, 2, 2; add.u32 %0, t, 1; } add.u32 %0, %0, t; }"  // expect: CNV001
      : "=&r"(r) : "r"(ptx_t), "r"(t));
#endif
  return r;
}
__device__ unsigned loop(unsigned n) {
  unsigned r;
#if defined(__HIP_PLATFORM_AMD__)
  {
    const uint32_t ptx_n = n;
    uint32_t ptx_r{};
    bool ptx_p{};
    uint32_t ptx_i{};
    [&] {
      ptx_i = ptx_n;
      ptx_r = 0u;
      ptx_again:;
      ptx_r = ptx_r + ptx_i;
      ptx_i = ptx_i - 1u;
      ptx_p = hipify_ptx::setp_ne<uint32_t>(ptx_i, 0u);
      if (ptx_p) goto ptx_again;
    }();
    r = ptx_r;
  }
#else
  asm("{ .reg .pred p; .reg .u32 i; mov.u32 i, %1; mov.u32 %0, 0; again: add.u32 %0, %0, i; sub.u32 i, i, 1; "  // expect: CNV001
      "setp.ne.u32 p, i, 0; @p bra again; }" : "=r"(r) : "r"(n));
#endif
  return r;
}
