#include <stdint.h>

__device__ uint32_t field(uint32_t x) {
  uint32_t r;
  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x));  // expect: CNV001
  return r;
}
__device__ int sum(int a, int b) {
  int r;
  asm volatile("add.s32 %0, %1, %2;\n\t" : "=r"(r) : "r"(a), "r"(b + 1));  // expect: CNV001
  asm("bfe.u32 %0, %0, %1, 4;" : "+r"(r) : "r"(a));  // expect: CNV001
  return r;
}
__device__ void pointers(uint64_t* out, const float* p) {
  // A pointer may stand where PTX has 64 bits, and the place of a result is looked up once.
  asm("add.u64 %0, %1, 8;" : "=l"(*out++) : "l"(p));  // expect: CNV001
}
__device__ float by_name(float a, float b) {
  float r;
  asm("fma.rn.f32 %[d], %[x], 0f3F000000, %[y];" : [d] "=f"(r) : [x] "f"(a), [y] "f"(b));  // expect: CNV001
  return r;
}
// ==== output
#include "hipify_ptx.hpp"
#include <stdint.h>

__device__ uint32_t field(uint32_t x) {
  uint32_t r;
#if defined(__HIP_PLATFORM_AMD__)
  r = hipify_ptx::bfe<uint32_t>(x, 4u, 8u);
#else
  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x));  // expect: CNV001
#endif
  return r;
}
__device__ int sum(int a, int b) {
  int r;
#if defined(__HIP_PLATFORM_AMD__)
  r = uint32_t(a) + uint32_t(b + 1);
  r = hipify_ptx::bfe<uint32_t>(r, a, 4u);
#else
  asm volatile("add.s32 %0, %1, %2;\n\t" : "=r"(r) : "r"(a), "r"(b + 1));  // expect: CNV001
  asm("bfe.u32 %0, %0, %1, 4;" : "+r"(r) : "r"(a));  // expect: CNV001
#endif
  return r;
}
__device__ void pointers(uint64_t* out, const float* p) {
  // A pointer may stand where PTX has 64 bits, and the place of a result is looked up once.
#if defined(__HIP_PLATFORM_AMD__)
  {
    auto& ptx_at0 = *out++;
    const uint64_t ptx_p = uint64_t(p);
    hipify_ptx::assign(ptx_at0, ptx_p + 8ull);
  }
#else
  asm("add.u64 %0, %1, 8;" : "=l"(*out++) : "l"(p));  // expect: CNV001
#endif
}
__device__ float by_name(float a, float b) {
  float r;
#if defined(__HIP_PLATFORM_AMD__)
  r = hipify_ptx::fma_f32(a, 0.5f, b);
#else
  asm("fma.rn.f32 %[d], %[x], 0f3F000000, %[y];" : [d] "=f"(r) : [x] "f"(a), [y] "f"(b));  // expect: CNV001
#endif
  return r;
}
