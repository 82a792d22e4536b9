#include <cuda_runtime.h>
__device__ void f() { ::__stcs(p, v); int a = b ? c : ::__ldcg(p); }
// ==== output
#include <hip/hip_runtime.h>
__device__ void f() { (*(p) = (v)); int a = b ? c : __ldg(p); }
