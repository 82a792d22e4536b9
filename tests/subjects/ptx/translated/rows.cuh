#define CHECK(what) do { what; } while (0)
__device__ void f(unsigned* o, unsigned x, bool b) {
  unsigned r, s;
  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x));  // expect: CNV001
  asm("bfe.u32 %0, %1, 8, 8;" : "=r"(s) : "r"(x));  // expect: CNV001
  asm("mov.u32 %0, 1;" : "=r"(r)); asm("mov.u32 %0, 2;" : "=r"(s)); asm("mov.u32 %0, 3;" : "=r"(s));  // expect: CNV001
  if (b)
    asm("mov.u32 %0, 1;" : "=r"(r));  // expect: CNV001

  asm("mov.u32 %0, 2;" : "=r"(s));  // expect: CNV001
  CHECK(asm("mov.u32 %0, 2;" : "=r"(s)));  // expect: CNV001
  apply([&] { asm volatile("st.global.u32 [%0], %1;" :: "l"(o), "r"(r)); });  // expect: CNV001
#if A
  if (r) {
#else
  if (!r) {
#endif
    asm("mov.u32 %0, 2;" : "=r"(s));  // expect: CNV001
  }
}
asm(".global .b32 of_the_module;");  // expect: PTX001
// ==== output
#include "hipify_ptx.hpp"
#define CHECK(what) do { what; } while (0)
__device__ void f(unsigned* o, unsigned x, bool b) {
  unsigned r, s;
#if defined(__HIP_PLATFORM_AMD__)
  r = hipify_ptx::bfe<uint32_t>(x, 4u, 8u);
  s = hipify_ptx::bfe<uint32_t>(x, 8u, 8u);
  r = 1u;
  s = 2u;
  s = 3u;
#else
  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x));  // expect: CNV001
  asm("bfe.u32 %0, %1, 8, 8;" : "=r"(s) : "r"(x));  // expect: CNV001
  asm("mov.u32 %0, 1;" : "=r"(r)); asm("mov.u32 %0, 2;" : "=r"(s)); asm("mov.u32 %0, 3;" : "=r"(s));  // expect: CNV001
#endif
  if (b)
#if defined(__HIP_PLATFORM_AMD__)
    r = 1u;
#else
    asm("mov.u32 %0, 1;" : "=r"(r));  // expect: CNV001
#endif

#if defined(__HIP_PLATFORM_AMD__)
  s = 2u;
#else
  asm("mov.u32 %0, 2;" : "=r"(s));  // expect: CNV001
#endif
  CHECK(HIPIFY_PTX_AMD(s = 2u) HIPIFY_PTX_NVIDIA(asm("mov.u32 %0, 2;" : "=r"(s))));  // expect: CNV001
  apply([&] { HIPIFY_PTX_AMD(hipify_ptx::st<uint32_t, hipify_ptx::space::global>(o, r);)
  HIPIFY_PTX_NVIDIA(asm volatile("st.global.u32 [%0], %1;" :: "l"(o), "r"(r));) });  // expect: CNV001
#if A
  if (r) {
#else
  if (!r) {
#endif
#if defined(__HIP_PLATFORM_AMD__)
    s = 2u;
#else
    asm("mov.u32 %0, 2;" : "=r"(s));  // expect: CNV001
#endif
  }
}
asm(".global .b32 of_the_module;");  // expect: PTX001
