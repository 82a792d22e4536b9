#define LOAD(x, p, mod, type) asm volatile("ld." #mod "." #type " %0, [%1];" : "=r"(x) : "l"(p)); // expect: CNV001
#define LOAD_BOTH(x, p, mod) LOAD(x, p, mod, u32) LOAD(x, p, mod, b32)
#define FENCE(level) asm volatile("membar" level ";" ::: "memory") // expect: CNV001
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define MOVE(x, y, width, kind) asm("mov.b" TEXT(width) " %0, %1;" : "=" #kind(x) : #kind(y)) // expect: CNV001
#define WORD 32
#define FOR_EACH(F) F(min) F(max)
#define PICK(op) \
  __device__ int pick_##op(int a, int b) { \
    asm(#op ".s32 %0, %0, %1;" : "+r"(a) : "r"(b)); /* // expect: CNV001 */ \
    return a; \
  }
FOR_EACH(PICK)
__global__ void f(unsigned* p, float* q) {
  unsigned x;
  LOAD_BOTH(x, p, global.nc)
  LOAD(x, p + 1, /* which? */ volatile.global, u32)
  if (*p) FENCE(".gl"); else FENCE(".sys");
  FENCE(".cta");
  MOVE(p[1], x, WORD, r);
  MOVE(q[1], q[0], 32, f);
}
// ==== output
#include "hipify_ptx.hpp"
#define LOAD(x, p, mod, type) HIPIFY_PTX_AMD({ \
      if constexpr ((hipify_ptx::is(#mod, "global.nc") && hipify_ptx::is(#type, "u32")) || \
          (hipify_ptx::is(#mod, "global.nc") && hipify_ptx::is(#type, "b32"))) { \
        auto& ptx_at0 = x; \
        const uint64_t ptx_p = uint64_t(p); \
        ptx_at0 = hipify_ptx::ld_nc<uint32_t, hipify_ptx::space::global>(ptx_p); \
      } else if constexpr (hipify_ptx::is(#mod, "volatile.global") && hipify_ptx::is(#type, "u32")) { \
        auto& ptx_at0 = x; \
        const uint64_t ptx_p = uint64_t(p); \
        ptx_at0 = hipify_ptx::ld_volatile<uint32_t, hipify_ptx::space::global>(ptx_p); \
      } else { \
        hipify_ptx::not_translated(); \
      } \
    }) HIPIFY_PTX_NVIDIA(asm volatile("ld." #mod "." #type " %0, [%1];" : "=r"(x) : "l"(p));) // expect: CNV001
#define LOAD_BOTH(x, p, mod) LOAD(x, p, mod, u32) LOAD(x, p, mod, b32)
#define FENCE(level) HIPIFY_PTX_AMD(do { \
      if constexpr (hipify_ptx::is("" level, ".gl")) { \
        hipify_ptx::membar_gl(); \
      } else if constexpr (hipify_ptx::is("" level, ".sys")) { \
        hipify_ptx::membar_sys(); \
      } else if constexpr (hipify_ptx::is("" level, ".cta")) { \
        hipify_ptx::membar_cta(); \
      } else { \
        hipify_ptx::not_translated(); \
      } \
    } while (0)) HIPIFY_PTX_NVIDIA(asm volatile("membar" level ";" ::: "memory")) // expect: CNV001
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define MOVE(x, y, width, kind) HIPIFY_PTX_AMD(do { \
      [&](auto&& hipify_use0, auto&& hipify_use1) { \
        if constexpr (hipify_ptx::is("" TEXT(width), "32") && hipify_ptx::is(#kind, "r")) { \
          auto& ptx_at0 = hipify_use0; \
          const uint32_t ptx_y = hipify_use1; \
          ptx_at0 = ptx_y; \
        } else if constexpr (hipify_ptx::is("" TEXT(width), "32") && hipify_ptx::is(#kind, "f")) { \
          auto& ptx_at0 = hipify_use0; \
          const float ptx_y = hipify_use1; \
          ptx_at0 = ptx_y; \
        } else { \
          hipify_ptx::not_translated(); \
        } \
      }(x, y); \
    } while (0)) HIPIFY_PTX_NVIDIA(asm("mov.b" TEXT(width) " %0, %1;" : "=" #kind(x) : #kind(y))) // expect: CNV001
#define WORD 32
#define FOR_EACH(F) F(min) F(max)
#define PICK(op) \
  __device__ int pick_##op(int a, int b) { \
    HIPIFY_PTX_AMD({ \
      if constexpr (hipify_ptx::is(#op, "min")) { \
        a = hipify_ptx::imin<int32_t>(a, b); \
      } else if constexpr (hipify_ptx::is(#op, "max")) { \
        a = hipify_ptx::imax<int32_t>(a, b); \
      } else { \
        hipify_ptx::not_translated(); \
      } \
    }) HIPIFY_PTX_NVIDIA(asm(#op ".s32 %0, %0, %1;" : "+r"(a) : "r"(b));) /* // expect: CNV001 */ \
    return a; \
  }
FOR_EACH(PICK)
__global__ void f(unsigned* p, float* q) {
  unsigned x;
  LOAD_BOTH(x, p, global.nc)
  LOAD(x, p + 1, /* which? */ volatile.global, u32)
  if (*p) FENCE(".gl"); else FENCE(".sys");
  FENCE(".cta");
  MOVE(p[1], x, WORD, r);
  MOVE(q[1], q[0], 32, f);
}
