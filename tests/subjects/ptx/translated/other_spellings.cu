__global__ void f(unsigned *out, unsigned long long *wide, const void *shared, unsigned barrier, unsigned long long policy) {
  unsigned a, b, c, d;
  asm("mov.u64 %0, (.u64) 5;" : "=l"(wide[0]));  // expect: CNV001
  asm("mov.u64 %0, (.s64) 0xffffffffffffffff / 2;" : "=l"(wide[1]));  // expect: CNV001
  asm("mov.u64 %0, -(.u64) 5 / 2;" : "=l"(wide[2]));  // expect: CNV001
  asm("mov.u64 %0, -5U / 2;" : "=l"(wide[3]));  // expect: CNV001
  asm("mov.v4.u32 {%0, %1, %2, _}, %%tid;" : "=r"(a), "=r"(b), "=r"(c));  // expect: CNV001
  asm("mov.v4.u32 {%0, %1, %2, %3}, %%nctaid;" : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(d));  // expect: CNV001
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(shared));  // expect: CNV001
  asm volatile("stmatrix.sync.aligned.m8n8.x1.b16 [%0], {%1};" :: "l"(shared), "r"(a));  // expect: CNV001
  asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cluster.b64 _, [%0], %1;" :: "r"(barrier), "r"(16));  // expect: CNV001
  asm volatile("cp.async.bulk.prefetch.L2.global.L2::cache_hint [%0], %1, %2;" :: "l"(wide), "r"(16), "l"(policy));  // expect: CNV001
  asm("mov.u32 %0, (.u32) 5;" : "=r"(a));  // expect: PTX001
  asm("mov.v4.u32 {%0, %1, %2, %3}, %%nclusterid;" : "=r"(a), "=r"(b), "=r"(c), "=r"(d));  // expect: PTX008
}
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_ptx.hpp"
__global__ void f(unsigned *out, unsigned long long *wide, const void *shared, unsigned barrier, unsigned long long policy) {
  unsigned a, b, c, d;
#if defined(__HIP_PLATFORM_AMD__)
  hipify_ptx::assign(wide[0], 5ull);
  hipify_ptx::assign(wide[1], 0ull);
  hipify_ptx::assign(wide[2], 9223372036854775805ull);
  hipify_ptx::assign(wide[3], 9223372036854775805ull);
  {
    const auto ptx_v = hipify_ptx::pack<uint32_t>(threadIdx.x, threadIdx.y, threadIdx.z, 0u);
    a = ptx_v[0];
    b = ptx_v[1];
    c = ptx_v[2];
  }
  {
    const auto ptx_v = hipify_ptx::pack<uint32_t>(gridDim.x, gridDim.y, gridDim.z, 0u);
    out[0] = ptx_v[0];
    out[1] = ptx_v[1];
    out[2] = ptx_v[2];
    d = ptx_v[3];
  }
  {
    const auto ptx_v = hipify_ptx::ldmatrix_generic<2, true>(shared);
    a = ptx_v[0];
    b = ptx_v[1];
  }
  hipify_ptx::stmatrix_generic<1, false>(shared, hipify_ptx::pack<uint32_t>(a));
  hipify_ptx::mbarrier_arrive_expect_tx<hipify_ptx::space::shared, hipify_ptx::order::release, hipify_ptx::scope::cta>(
      barrier, 16);
  hipify_ptx::drop_bulk_hint(wide, 16, policy);
#else
  asm("mov.u64 %0, (.u64) 5;" : "=l"(wide[0]));  // expect: CNV001
  asm("mov.u64 %0, (.s64) 0xffffffffffffffff / 2;" : "=l"(wide[1]));  // expect: CNV001
  asm("mov.u64 %0, -(.u64) 5 / 2;" : "=l"(wide[2]));  // expect: CNV001
  asm("mov.u64 %0, -5U / 2;" : "=l"(wide[3]));  // expect: CNV001
  asm("mov.v4.u32 {%0, %1, %2, _}, %%tid;" : "=r"(a), "=r"(b), "=r"(c));  // expect: CNV001
  asm("mov.v4.u32 {%0, %1, %2, %3}, %%nctaid;" : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(d));  // expect: CNV001
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(shared));  // expect: CNV001
  asm volatile("stmatrix.sync.aligned.m8n8.x1.b16 [%0], {%1};" :: "l"(shared), "r"(a));  // expect: CNV001
  asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cluster.b64 _, [%0], %1;" :: "r"(barrier), "r"(16));  // expect: CNV001
  asm volatile("cp.async.bulk.prefetch.L2.global.L2::cache_hint [%0], %1, %2;" :: "l"(wide), "r"(16), "l"(policy));  // expect: CNV001
#endif
  asm("mov.u32 %0, (.u32) 5;" : "=r"(a));  // expect: PTX001
  asm("mov.v4.u32 {%0, %1, %2, %3}, %%nclusterid;" : "=r"(a), "=r"(b), "=r"(c), "=r"(d));  // expect: PTX008
}
