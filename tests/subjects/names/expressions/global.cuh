#include <cuda_runtime.h>
__device__ void f() { ::atomicExch_block(p, v); int a = b ? c : ::__finitef(p); }
// ==== output
#include <hip/hip_runtime.h>
__device__ void f() { __hip_atomic_exchange(p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP); int a = b ? c : (isfinite(p) ? 1 : 0); }
