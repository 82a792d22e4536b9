#include <stdint.h>

__device__ uint32_t tables(uint32_t a, unsigned b, uint32_t c, int i) {
  uint32_t r, s;
  asm("lop3.b32 %0, %1, %2, %3, 0xEA;" : "=r"(r) : "r"(a), "r"(b), "r"(c));  // expect: CNV001
  asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(s) : "r"(a), "n"(0x000f000f), "n"(0x64006400), "n"(0xea));  // expect: CNV001
  asm("lop3.b32 %0, %1, %2, %3, 0xCA;" : "=r"(s) : "r"(i), "r"(b + 1), "r"(s));  // expect: CNV001
  asm("lop3.b32 %0, %1, %2, %3, 0xF0;" : "=r"(s) : "r"(a), "r"(i++), "r"(s));  // expect: CNV001
  return r + s;
}
__device__ uint32_t constants(uint32_t a) {
  static constexpr uint32_t mask = 0x000f000f;
  static constexpr uint32_t table = (0xf0 & 0xcc) | 0xaa;
  uint32_t r, s;
  asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(a), "n"(mask), "n"(0x64006400u), "n"(table));  // expect: CNV001
  asm("lop3.b32 %0, %1, %2, %0, %3;" : "=r"(s) : "r"(a), "r"(r), "n"((0xf0 & 0xcc) ^ 0xaa));  // expect: CNV001
  return r + s;
}
template <int Table>
__device__ uint32_t by_template(uint32_t a, uint32_t b, uint32_t c) {
  asm("lop3.b32 %0, %0, %1, %2, %3;" : "+r"(a) : "r"(b), "r"(c), "n"(Table));  // expect: CNV001
  return a;
}
__device__ unsigned folded(unsigned a, unsigned b) {
  unsigned r;
  asm("{ .reg .b32 t, u; and.b32 t, %1, 0x88888888; or.b32 u, t, %2; xor.b32 %0, u, 0x7; }"  // expect: CNV001
      : "=r"(r) : "r"(a), "r"(b));
  asm("{ .reg .pred p; setp.ge.u32 p, %1, 4; @!p add.u32 %0, %0, 1; }" : "+r"(r) : "r"(a));  // expect: CNV001
  asm("{ .reg .pred p; setp.ge.s32 p, %1, 4; selp.b32 %0, %1, %2, p; }" : "=r"(r) : "r"(a), "r"(b + 1));  // expect: CNV001
  if (r)
    asm("{ .reg .pred p; setp.ge.u32 p, %1, 4; @p mov.u32 %0, 1; }" : "+r"(r) : "r"(a));  // expect: CNV001
  else
    a = 0;
  asm("{ .reg .b32 t; add.u32 t, %1, 1; mul.lo.u32 %0, t, t; }" : "=r"(r) : "r"(a));  // expect: CNV001
  asm("{ .reg .b32 t; add.u32 t, %0, 1; mov.u32 %0, 7; add.u32 %0, %0, t; }" : "+r"(r));  // expect: CNV001
  asm("{ .reg .b32 t; add.u32 %0, %2, 1; add.u32 %1, %2, 2; }" : "=r"(a), "=r"(r) : "r"(a));  // expect: CNV001
  return r + a;
}
__device__ void loads(const uint32_t* p, uint32_t* q, const float* __restrict__ f, const int* s, volatile unsigned* v) {
  uint32_t r;
  float x;
  asm("ld.global.u32 %0, [%1];" : "=r"(r) : "l"(p));  // expect: CNV001
  asm("ld.u32 %0, [%1+8];" : "=r"(r) : "l"(p));  // expect: CNV001
  asm("ld.global.f32 %0, [%1+-4];" : "=f"(x) : "l"(f));  // expect: CNV001
  asm("ld.global.u32 %0, [%1+2];" : "=r"(r) : "l"(p));  // expect: CNV001
  asm("ld.global.f32 %0, [%1];" : "=f"(x) : "l"(p));  // expect: CNV001
  asm("ld.global.u32 %0, [%1];" : "=r"(r) : "l"(s));  // expect: CNV001
  asm("ld.global.u32 %0, [%1];" : "=r"(r) : "l"(v));  // expect: CNV001
  asm("ld.shared.u32 %0, [%1];" : "=r"(r) : "l"(p));  // expect: CNV001
  asm volatile("ld.global.u32 %0, [%1];" : "=r"(r) : "l"(p));  // expect: CNV001
  asm("ld.global.u32 %0, [%1];" : "=r"(r) : "l"(p) : "memory");  // expect: CNV001
  asm("st.global.u32 [%0], %1;" :: "l"(q), "r"(r));  // expect: CNV001
}
template <class T>
__device__ void unknown(T a, unsigned b, unsigned& c) {
  unsigned r;
  asm("xor.b32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));  // expect: CNV001
  if (r) {
    auto b = a;
    asm("xor.b32 %0, %1, %2;" : "=r"(r) : "r"(b), "r"(c));  // expect: CNV001
  }
  for (int b = 0; b < 4; ++b) {
    asm("xor.b32 %0, %1, %2;" : "=r"(r) : "r"(b), "r"(c));  // expect: CNV001
  }
  asm("{ add.u32 %0, %2, 1; add.u32 %1, %2, 2; }" : "=r"(c), "=r"(r) : "r"(b));  // expect: CNV001
  asm("st.global.u32 [%1], %2; add.u32 %0, %2, 1;" : "=r"(r) : "l"(&b), "r"(b));  // expect: CNV001
#ifdef FEW
  unsigned d = 1;
#else
  int d = 1;
#endif
  asm("shr.u32 %0, %1, 1; add.u32 %0, %0, %1;" : "=r"(r) : "r"(d));  // expect: CNV001
}
__device__ float numbers(float x) {
  asm("add.f32 %0, %0, 1.0;" : "+f"(x));  // expect: CNV001
  asm("add.rz.ftz.f32 %0, %0, 0f3F800000;" : "+f"(x));  // expect: CNV001
  asm("mul.f32 %0, %0, 0.1;" : "+f"(x));  // expect: CNV001
  return x;
}
__device__ unsigned behind_directives(unsigned x, unsigned y) {
  unsigned r, s;
#ifdef FOO
  x++;
#endif
  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x));  // expect: CNV001
  asm("bfe.u32 %0, %1, 5, 8;" : "=r"(s) : "r"(y));  // expect: CNV001
#ifdef FOO
  x++;
#else
  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x));  // expect: CNV001
  asm("bfe.u32 %0, %1, 5, 8;" : "=r"(s) : "r"(y));  // expect: CNV001
#endif
  return r + s;
}
#define REDUCE(op) asm volatile("red.release.sys.global." #op ".u32 [%0], %1;" :: "l"(pointer), "r"(value + 1))  // expect: CNV001
__global__ void reduce(unsigned* pointer, unsigned value) { REDUCE(add); REDUCE(min); REDUCE(max); }
__device__ void product(float (&d)[4], unsigned (&fragment_a)[4], unsigned (&fragment_b)[4]) {
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"  // expect: CNV002
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(reinterpret_cast<const unsigned&>(fragment_a[0])), "r"(reinterpret_cast<const unsigned&>(fragment_a[1])),
                 "r"(reinterpret_cast<const unsigned&>(fragment_a[2])), "r"(reinterpret_cast<const unsigned&>(fragment_a[3])),
                 "r"(fragment_b[0]), "r"(fragment_b[1]));
}
// ==== output
#include "hipify_ptx.hpp"
#include <stdint.h>

__device__ uint32_t tables(uint32_t a, unsigned b, uint32_t c, int i) {
  uint32_t r, s;
#if defined(__HIP_PLATFORM_AMD__)
  r = (a & b) | c;
  s = (a & 0x000f000fu) | 0x64006400u;
  s = ((uint32_t(b + 1) ^ s) & uint32_t(i)) ^ s;
  {
    const uint32_t ptx_a = a;
    (void)(i++);
    s = ptx_a;
  }
#else
  asm("lop3.b32 %0, %1, %2, %3, 0xEA;" : "=r"(r) : "r"(a), "r"(b), "r"(c));  // expect: CNV001
  asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(s) : "r"(a), "n"(0x000f000f), "n"(0x64006400), "n"(0xea));  // expect: CNV001
  asm("lop3.b32 %0, %1, %2, %3, 0xCA;" : "=r"(s) : "r"(i), "r"(b + 1), "r"(s));  // expect: CNV001
  asm("lop3.b32 %0, %1, %2, %3, 0xF0;" : "=r"(s) : "r"(a), "r"(i++), "r"(s));  // expect: CNV001
#endif
  return r + s;
}
__device__ uint32_t constants(uint32_t a) {
  static constexpr uint32_t mask = 0x000f000f;
  static constexpr uint32_t table = (0xf0 & 0xcc) | 0xaa;
  uint32_t r, s;
#if defined(__HIP_PLATFORM_AMD__)
  r = (a & mask) | 0x64006400u;
  s = (a & r) ^ s;
#else
  asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(a), "n"(mask), "n"(0x64006400u), "n"(table));  // expect: CNV001
  asm("lop3.b32 %0, %1, %2, %0, %3;" : "=r"(s) : "r"(a), "r"(r), "n"((0xf0 & 0xcc) ^ 0xaa));  // expect: CNV001
#endif
  return r + s;
}
template <int Table>
__device__ uint32_t by_template(uint32_t a, uint32_t b, uint32_t c) {
#if defined(__HIP_PLATFORM_AMD__)
  a = hipify_ptx::lop3(a, b, c, Table);
#else
  asm("lop3.b32 %0, %0, %1, %2, %3;" : "+r"(a) : "r"(b), "r"(c), "n"(Table));  // expect: CNV001
#endif
  return a;
}
__device__ unsigned folded(unsigned a, unsigned b) {
  unsigned r;
#if defined(__HIP_PLATFORM_AMD__)
  r = ((a & 0x88888888u) | b) ^ 0x7u;
  {
    if (!hipify_ptx::setp_ge<uint32_t>(a, 4u)) r = r + 1u;
  }
  r = hipify_ptx::setp_ge<int32_t>(a, 4) ? a : uint32_t(b + 1);
#else
  asm("{ .reg .b32 t, u; and.b32 t, %1, 0x88888888; or.b32 u, t, %2; xor.b32 %0, u, 0x7; }"  // expect: CNV001
      : "=r"(r) : "r"(a), "r"(b));
  asm("{ .reg .pred p; setp.ge.u32 p, %1, 4; @!p add.u32 %0, %0, 1; }" : "+r"(r) : "r"(a));  // expect: CNV001
  asm("{ .reg .pred p; setp.ge.s32 p, %1, 4; selp.b32 %0, %1, %2, p; }" : "=r"(r) : "r"(a), "r"(b + 1));  // expect: CNV001
#endif
  if (r)
#if defined(__HIP_PLATFORM_AMD__)
    {
      if (hipify_ptx::setp_ge<uint32_t>(a, 4u)) r = 1u;
    }
#else
    asm("{ .reg .pred p; setp.ge.u32 p, %1, 4; @p mov.u32 %0, 1; }" : "+r"(r) : "r"(a));  // expect: CNV001
#endif
  else
    a = 0;
#if defined(__HIP_PLATFORM_AMD__)
  {
    const uint32_t ptx_t = a + 1u;
    r = hipify_ptx::mul_lo<uint32_t>(ptx_t, ptx_t);
  }
  {
    const uint32_t ptx_t = r + 1u;
    r = 7u;
    r = r + ptx_t;
  }
  {
    const uint32_t ptx_a_2 = a;
    a = ptx_a_2 + 1u;
    r = ptx_a_2 + 2u;
  }
#else
  asm("{ .reg .b32 t; add.u32 t, %1, 1; mul.lo.u32 %0, t, t; }" : "=r"(r) : "r"(a));  // expect: CNV001
  asm("{ .reg .b32 t; add.u32 t, %0, 1; mov.u32 %0, 7; add.u32 %0, %0, t; }" : "+r"(r));  // expect: CNV001
  asm("{ .reg .b32 t; add.u32 %0, %2, 1; add.u32 %1, %2, 2; }" : "=r"(a), "=r"(r) : "r"(a));  // expect: CNV001
#endif
  return r + a;
}
__device__ void loads(const uint32_t* p, uint32_t* q, const float* __restrict__ f, const int* s, volatile unsigned* v) {
  uint32_t r;
  float x;
#if defined(__HIP_PLATFORM_AMD__)
  r = *p;
  r = p[2];
  x = f[-1];
  r = hipify_ptx::ld<uint32_t, hipify_ptx::space::global>(hipify_ptx::address(p) + 2);
  x = hipify_ptx::ld<float, hipify_ptx::space::global>(p);
  r = hipify_ptx::ld<uint32_t, hipify_ptx::space::global>(s);
  r = hipify_ptx::ld<uint32_t, hipify_ptx::space::global>(v);
  r = hipify_ptx::ld<uint32_t, hipify_ptx::space::shared>(p);
  r = hipify_ptx::ld<uint32_t, hipify_ptx::space::global>(p);
  r = hipify_ptx::ld<uint32_t, hipify_ptx::space::global>(p);
  hipify_ptx::st<uint32_t, hipify_ptx::space::global>(q, r);
#else
  asm("ld.global.u32 %0, [%1];" : "=r"(r) : "l"(p));  // expect: CNV001
  asm("ld.u32 %0, [%1+8];" : "=r"(r) : "l"(p));  // expect: CNV001
  asm("ld.global.f32 %0, [%1+-4];" : "=f"(x) : "l"(f));  // expect: CNV001
  asm("ld.global.u32 %0, [%1+2];" : "=r"(r) : "l"(p));  // expect: CNV001
  asm("ld.global.f32 %0, [%1];" : "=f"(x) : "l"(p));  // expect: CNV001
  asm("ld.global.u32 %0, [%1];" : "=r"(r) : "l"(s));  // expect: CNV001
  asm("ld.global.u32 %0, [%1];" : "=r"(r) : "l"(v));  // expect: CNV001
  asm("ld.shared.u32 %0, [%1];" : "=r"(r) : "l"(p));  // expect: CNV001
  asm volatile("ld.global.u32 %0, [%1];" : "=r"(r) : "l"(p));  // expect: CNV001
  asm("ld.global.u32 %0, [%1];" : "=r"(r) : "l"(p) : "memory");  // expect: CNV001
  asm("st.global.u32 [%0], %1;" :: "l"(q), "r"(r));  // expect: CNV001
#endif
}
template <class T>
__device__ void unknown(T a, unsigned b, unsigned& c) {
  unsigned r;
#if defined(__HIP_PLATFORM_AMD__)
  r = uint32_t(a) ^ b;
#else
  asm("xor.b32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));  // expect: CNV001
#endif
  if (r) {
    auto b = a;
#if defined(__HIP_PLATFORM_AMD__)
    r = uint32_t(b) ^ c;
#else
    asm("xor.b32 %0, %1, %2;" : "=r"(r) : "r"(b), "r"(c));  // expect: CNV001
#endif
  }
  for (int b = 0; b < 4; ++b) {
#if defined(__HIP_PLATFORM_AMD__)
    r = uint32_t(b) ^ c;
#else
    asm("xor.b32 %0, %1, %2;" : "=r"(r) : "r"(b), "r"(c));  // expect: CNV001
#endif
  }
#if defined(__HIP_PLATFORM_AMD__)
  {
    const uint32_t ptx_b = b;
    c = ptx_b + 1u;
    r = ptx_b + 2u;
  }
  {
    const uint32_t ptx_b = b;
    hipify_ptx::st<uint32_t, hipify_ptx::space::global>(&b, ptx_b);
    r = ptx_b + 1u;
  }
#else
  asm("{ add.u32 %0, %2, 1; add.u32 %1, %2, 2; }" : "=r"(c), "=r"(r) : "r"(b));  // expect: CNV001
  asm("st.global.u32 [%1], %2; add.u32 %0, %2, 1;" : "=r"(r) : "l"(&b), "r"(b));  // expect: CNV001
#endif
#ifdef FEW
  unsigned d = 1;
#else
  int d = 1;
#endif
#if defined(__HIP_PLATFORM_AMD__)
  {
    const uint32_t ptx_d = d;
    r = hipify_ptx::shr<uint32_t>(ptx_d, 1u);
    r = r + ptx_d;
  }
#else
  asm("shr.u32 %0, %1, 1; add.u32 %0, %0, %1;" : "=r"(r) : "r"(d));  // expect: CNV001
#endif
}
__device__ float numbers(float x) {
#if defined(__HIP_PLATFORM_AMD__)
  x = hipify_ptx::add_f32(x, 1.0f);
  x = hipify_ptx::add_f32<hipify_ptx::rounding::rz, true>(x, 1.0f);
  x = hipify_ptx::mul_f32(x, float(0.1));
#else
  asm("add.f32 %0, %0, 1.0;" : "+f"(x));  // expect: CNV001
  asm("add.rz.ftz.f32 %0, %0, 0f3F800000;" : "+f"(x));  // expect: CNV001
  asm("mul.f32 %0, %0, 0.1;" : "+f"(x));  // expect: CNV001
#endif
  return x;
}
__device__ unsigned behind_directives(unsigned x, unsigned y) {
  unsigned r, s;
#ifdef FOO
  x++;
#endif
#if defined(__HIP_PLATFORM_AMD__)
  r = hipify_ptx::bfe<uint32_t>(x, 4u, 8u);
  s = hipify_ptx::bfe<uint32_t>(y, 5u, 8u);
#else
  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x));  // expect: CNV001
  asm("bfe.u32 %0, %1, 5, 8;" : "=r"(s) : "r"(y));  // expect: CNV001
#endif
#ifdef FOO
  x++;
#else
#if defined(__HIP_PLATFORM_AMD__)
  r = hipify_ptx::bfe<uint32_t>(x, 4u, 8u);
  s = hipify_ptx::bfe<uint32_t>(y, 5u, 8u);
#else
  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x));  // expect: CNV001
  asm("bfe.u32 %0, %1, 5, 8;" : "=r"(s) : "r"(y));  // expect: CNV001
#endif
#endif
  return r + s;
}
#define REDUCE(op) HIPIFY_PTX_AMD(do { \
      if constexpr (hipify_ptx::is(#op, "add")) { \
        hipify_ptx::atom_add<uint32_t, hipify_ptx::space::global, hipify_ptx::order::release, hipify_ptx::scope::sys>( \
            pointer, value + 1); \
      } else if constexpr (hipify_ptx::is(#op, "min")) { \
        hipify_ptx::atom_min<uint32_t, hipify_ptx::space::global, hipify_ptx::order::release, hipify_ptx::scope::sys>( \
            pointer, value + 1); \
      } else if constexpr (hipify_ptx::is(#op, "max")) { \
        hipify_ptx::atom_max<uint32_t, hipify_ptx::space::global, hipify_ptx::order::release, hipify_ptx::scope::sys>( \
            pointer, value + 1); \
      } else { \
        hipify_ptx::not_translated(); \
      } \
    } while (0)) \
    HIPIFY_PTX_NVIDIA(asm volatile("red.release.sys.global." #op ".u32 [%0], %1;" :: "l"(pointer), "r"(value + 1)))  // expect: CNV001
__global__ void reduce(unsigned* pointer, unsigned value) { REDUCE(add); REDUCE(min); REDUCE(max); }
__device__ void product(float (&d)[4], unsigned (&fragment_a)[4], unsigned (&fragment_b)[4]) {
#if defined(__HIP_PLATFORM_AMD__)
  {
    const auto ptx_v = hipify_ptx::mma<hipify_ptx::type::tf32>(
        hipify_ptx::pack<uint32_t>(reinterpret_cast<const unsigned&>(fragment_a[0]),
            reinterpret_cast<const unsigned&>(fragment_a[1]), reinterpret_cast<const unsigned&>(fragment_a[2]),
            reinterpret_cast<const unsigned&>(fragment_a[3])),
        hipify_ptx::pack<uint32_t>(fragment_b[0], fragment_b[1]),
        hipify_ptx::pack<float>(d[0], d[1], d[2], d[3]));
    d[0] = ptx_v[0];
    d[1] = ptx_v[1];
    d[2] = ptx_v[2];
    d[3] = ptx_v[3];
  }
#else
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"  // expect: CNV002
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(reinterpret_cast<const unsigned&>(fragment_a[0])), "r"(reinterpret_cast<const unsigned&>(fragment_a[1])),
                 "r"(reinterpret_cast<const unsigned&>(fragment_a[2])), "r"(reinterpret_cast<const unsigned&>(fragment_a[3])),
                 "r"(fragment_b[0]), "r"(fragment_b[1]));
#endif
}
