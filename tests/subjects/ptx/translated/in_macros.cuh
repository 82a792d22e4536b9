#define LANE(x) asm("mov.u32 %0, %%laneid;" : "=r"(x))  // expect: CNV001
#define FIELDS(r, x) \
  asm volatile("{ .reg .u32 t; bfe.u32 t, %1, 4, 8; bfe.u32 %0, t, 1, 2; }" : "=r"(r) : "r"(x)); // expect: CNV001
#define BARE(r, x) asm("{ .reg .u32 t; bfe.u32 t, %1, 4, 8; bfe.u32 %0, t, 1, 2; }" : "=r"(r) : "r"(x)) // expect: CNV001
__device__ int f(int y) { int x; LANE(x); FIELDS(x, y); if (x) BARE(x, y); else x = 1; return x; }
// ==== output
#include "hipify_ptx.hpp"
#define LANE(x) HIPIFY_PTX_AMD(x = hipify_ptx::laneid()) \
    HIPIFY_PTX_NVIDIA(asm("mov.u32 %0, %%laneid;" : "=r"(x)))  // expect: CNV001
#define FIELDS(r, x) \
  HIPIFY_PTX_AMD({ \
    auto& ptx_at0 = r; \
    const uint32_t ptx_x = x; \
    const uint32_t ptx_t = hipify_ptx::bfe<uint32_t>(ptx_x, 4u, 8u); \
    ptx_at0 = hipify_ptx::bfe<uint32_t>(ptx_t, 1u, 2u); \
  }) \
  HIPIFY_PTX_NVIDIA(asm volatile("{ .reg .u32 t; bfe.u32 t, %1, 4, 8; bfe.u32 %0, t, 1, 2; }" : "=r"(r) : "r"(x));) // expect: CNV001
#define BARE(r, x) HIPIFY_PTX_AMD(do { \
      auto& ptx_at0 = r; \
      const uint32_t ptx_x = x; \
      const uint32_t ptx_t = hipify_ptx::bfe<uint32_t>(ptx_x, 4u, 8u); \
      ptx_at0 = hipify_ptx::bfe<uint32_t>(ptx_t, 1u, 2u); \
    } while (0)) \
    HIPIFY_PTX_NVIDIA(asm("{ .reg .u32 t; bfe.u32 t, %1, 4, 8; bfe.u32 %0, t, 1, 2; }" : "=r"(r) : "r"(x))) // expect: CNV001
__device__ int f(int y) { int x; LANE(x); FIELDS(x, y); if (x) BARE(x, y); else x = 1; return x; }
