__device__ unsigned f(const void* p) {
  unsigned r, s = (unsigned)__cvta_generic_to_shared(p);
  asm volatile("ld.shared.u32 %0, [%1+16];" : "=r"(r) : "r"(s) : "memory");  // expect: CNV001
  asm volatile("st.shared.v2.u32 [%0], {%1, %1};" :: "l"(__cvta_generic_to_shared(p)), "r"(r));  // expect: CNV001
  return r;
}
// ==== output
#include "hipify_ptx.hpp"
__device__ unsigned f(const void* p) {
  unsigned r, s = (unsigned)hipify_ptx::cvta_generic_to_shared(p);
#if defined(__HIP_PLATFORM_AMD__)
  r = hipify_ptx::ld<uint32_t, hipify_ptx::space::shared>(hipify_ptx::address(s) + 16);
  hipify_ptx::st<hipify_ptx::vec<uint32_t, 2>, hipify_ptx::space::shared>(hipify_ptx::cvta_generic_to_shared(p),
      hipify_ptx::pack<uint32_t>(r, r));
#else
  asm volatile("ld.shared.u32 %0, [%1+16];" : "=r"(r) : "r"(s) : "memory");  // expect: CNV001
  asm volatile("st.shared.v2.u32 [%0], {%1, %1};" :: "l"(hipify_ptx::cvta_generic_to_shared(p)), "r"(r));  // expect: CNV001
#endif
  return r;
}
