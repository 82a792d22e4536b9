__global__ void k(int *p) {
    if (p[0]) asm("trap;");
    if (p[1]) { asm volatile("trap;"); }
}
#define DIE() asm("trap;")
__global__ void phases(int *d, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) d[i] += 1; if (d[0] < 0) { asm("trap;"); d[1] = 2; } }
// ==== output
#include <hip/hip_runtime.h>
__global__ void k(int *p) {
    if (p[0]) __builtin_trap();
    if (p[1]) { __builtin_trap(); }
}
#define DIE() __builtin_trap()
__global__ void phases(int *d, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) d[i] += 1; if (d[0] < 0) { __builtin_trap(); d[1] = 2; } }
