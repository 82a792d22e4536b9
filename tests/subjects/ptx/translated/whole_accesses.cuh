#include <stdint.h>

struct Tile { unsigned long long status, value; };
// What is read and written at once, and counters that wrap.
__device__ Tile look_back(const Tile* at) {
  Tile found;
  asm volatile("ld.relaxed.gpu.v2.u64 {%0, %1}, [%2];" : "=l"(found.status), "=l"(found.value) : "l"(at) : "memory");  // expect: CNV001
  return found;
}
__device__ void publish(Tile* at, unsigned long long status, unsigned long long value) {
  asm volatile("st.release.gpu.global.v2.u64 [%0], {%1, %2};" :: "l"(at), "l"(status), "l"(value) : "memory");  // expect: CNV001
}
__device__ unsigned ticket(unsigned* counter, unsigned last) {
  unsigned before;
  asm volatile("atom.global.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(counter), "r"(last) : "memory");  // expect: CNV001
  asm volatile("red.relaxed.cta.shared.dec.u32 [%0], %1;" :: "r"(before), "r"(last) : "memory");  // expect: CNV001
  return before;
}
__device__ unsigned dynamic() {
  unsigned bytes;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));  // expect: CNV001
  return bytes;
}
__device__ void columns_by_rows(float (&c)[8], const uint32_t (&a)[2], const uint32_t (&b)[2]) {
  asm volatile("mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f32 {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, {%10,%11}, "  // expect: CNV002
               "{%0,%1,%2,%3,%4,%5,%6,%7};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]), "+f"(c[4]), "+f"(c[5]), "+f"(c[6]), "+f"(c[7])
               : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]));
}
// ==== output
#include "hipify_ptx.hpp"
#include <stdint.h>

struct Tile { unsigned long long status, value; };
// What is read and written at once, and counters that wrap.
__device__ Tile look_back(const Tile* at) {
  Tile found;
#if defined(__HIP_PLATFORM_AMD__)
  {
    const auto ptx_v = hipify_ptx::ld<hipify_ptx::vec<uint64_t, 2>, hipify_ptx::space::generic, hipify_ptx::order::relaxed>(
        at);
    hipify_ptx::assign(found.status, ptx_v[0]);
    hipify_ptx::assign(found.value, ptx_v[1]);
  }
#else
  asm volatile("ld.relaxed.gpu.v2.u64 {%0, %1}, [%2];" : "=l"(found.status), "=l"(found.value) : "l"(at) : "memory");  // expect: CNV001
#endif
  return found;
}
__device__ void publish(Tile* at, unsigned long long status, unsigned long long value) {
#if defined(__HIP_PLATFORM_AMD__)
  hipify_ptx::st<hipify_ptx::vec<uint64_t, 2>, hipify_ptx::space::global, hipify_ptx::order::release>(at,
      hipify_ptx::pack<uint64_t>(status, value));
#else
  asm volatile("st.release.gpu.global.v2.u64 [%0], {%1, %2};" :: "l"(at), "l"(status), "l"(value) : "memory");  // expect: CNV001
#endif
}
__device__ unsigned ticket(unsigned* counter, unsigned last) {
  unsigned before;
#if defined(__HIP_PLATFORM_AMD__)
  before = hipify_ptx::atom_inc<uint32_t, hipify_ptx::space::global>(counter, last);
  hipify_ptx::atom_dec<uint32_t, hipify_ptx::space::shared, hipify_ptx::order::relaxed, hipify_ptx::scope::cta>(before,
      last);
#else
  asm volatile("atom.global.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(counter), "r"(last) : "memory");  // expect: CNV001
  asm volatile("red.relaxed.cta.shared.dec.u32 [%0], %1;" :: "r"(before), "r"(last) : "memory");  // expect: CNV001
#endif
  return before;
}
__device__ unsigned dynamic() {
  unsigned bytes;
#if defined(__HIP_PLATFORM_AMD__)
  bytes = hipify_ptx::dynamic_smem_size();
#else
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));  // expect: CNV001
#endif
  return bytes;
}
__device__ void columns_by_rows(float (&c)[8], const uint32_t (&a)[2], const uint32_t (&b)[2]) {
#if defined(__HIP_PLATFORM_AMD__)
  {
    const auto ptx_v = hipify_ptx::mma_by_eights<false, false>(
        hipify_ptx::pack<uint32_t>(a[0], a[1]),
        hipify_ptx::pack<uint32_t>(b[0], b[1]),
        hipify_ptx::pack<float>(c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]));
    c[0] = ptx_v[0];
    c[1] = ptx_v[1];
    c[2] = ptx_v[2];
    c[3] = ptx_v[3];
    c[4] = ptx_v[4];
    c[5] = ptx_v[5];
    c[6] = ptx_v[6];
    c[7] = ptx_v[7];
  }
#else
  asm volatile("mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f32 {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, {%10,%11}, "  // expect: CNV002
               "{%0,%1,%2,%3,%4,%5,%6,%7};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]), "+f"(c[4]), "+f"(c[5]), "+f"(c[6]), "+f"(c[7])
               : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]));
#endif
}
