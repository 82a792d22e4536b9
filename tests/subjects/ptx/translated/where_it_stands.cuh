__device__ unsigned f(unsigned x) {
  unsigned r; asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x)); r += 1;  // expect: CNV001
  if (x) asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x));  // expect: CNV001
  else r = 0;
	asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x));	// expect: CNV001
  auto g = [&] { asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x)); };  // expect: CNV001
  g();
  return r;
}
// ==== output
#include "hipify_ptx.hpp"
__device__ unsigned f(unsigned x) {
  unsigned r;
#if defined(__HIP_PLATFORM_AMD__)
  r = hipify_ptx::bfe<uint32_t>(x, 4u, 8u);
#else
  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x));
#endif
  r += 1;  // expect: CNV001
  if (x)
#if defined(__HIP_PLATFORM_AMD__)
  r = hipify_ptx::bfe<uint32_t>(x, 4u, 8u);
#else
  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x));  // expect: CNV001
#endif
  else r = 0;
#if defined(__HIP_PLATFORM_AMD__)
	r = hipify_ptx::bfe<uint32_t>(x, 4u, 8u);
#else
	asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x));	// expect: CNV001
#endif
  auto g = [&] {
#if defined(__HIP_PLATFORM_AMD__)
  r = hipify_ptx::bfe<uint32_t>(x, 4u, 8u);
#else
  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x));
#endif
  };  // expect: CNV001
  g();
  return r;
}
