#define OP2(name, op, T, C, ct) __device__ ct name(ct a, ct b) { ct r; asm(#op "." #T " %0, %1, %2;" : "=" C(r) : C(a), C(b)); return r; }
OP2(minf, min, f32, "f", float)
OP2(mulhi, mul.hi, u32, "r", unsigned)
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_ptx.hpp"
#define OP2(name, op, T, C, ct) __device__ ct name(ct a, ct b) { ct r; HIPIFY_PTX_AMD({ \
      [&](auto&& hipify_use0, auto&& hipify_use1, auto&& hipify_use2) { \
        if constexpr (hipify_ptx::is(#op, "min") && hipify_ptx::is(#T, "f32") && hipify_ptx::is("" C, "f")) { \
          hipify_use0 = hipify_ptx::minimum<hipify_ptx::type::f32>(hipify_use1, hipify_use2); \
        } else if constexpr (hipify_ptx::is(#op, "mul.hi") && hipify_ptx::is(#T, "u32") && \
            hipify_ptx::is("" C, "r")) { \
          hipify_use0 = hipify_ptx::mul_hi<uint32_t>(hipify_use1, hipify_use2); \
        } else { \
          hipify_ptx::not_translated(); \
        } \
      }(r, a, b); \
    }) HIPIFY_PTX_NVIDIA(asm(#op "." #T " %0, %1, %2;" : "=" C(r) : C(a), C(b));) return r; }
OP2(minf, min, f32, "f", float)
OP2(mulhi, mul.hi, u32, "r", unsigned)
