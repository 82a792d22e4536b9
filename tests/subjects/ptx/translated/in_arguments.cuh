#include <cuda_runtime.h>
__device__ void f(unsigned x, float *p) {
    __finitef(asm("mov.u32 %0, %%laneid;" : "=r"(x)));
}
// ==== output
#include <hip/hip_runtime.h>
__device__ void f(unsigned x, float *p) {
    (isfinite(asm("mov.u32 %0, %%laneid;" : "=r"(x))) ? 1 : 0);
}
