#include <cuda_runtime.h>
__device__ void f(unsigned x, float *p) {
    __ldcg(asm("mov.u32 %0, %%laneid;" : "=r"(x)));
}
// ==== output
#include <hip/hip_runtime.h>
__device__ void f(unsigned x, float *p) {
    __ldg(asm("mov.u32 %0, %%laneid;" : "=r"(x)));
}
