__global__ void k(int *p) {
    if (p[0]) asm("trap;");
    if (p[1]) { asm volatile("trap;"); }
}
#define DIE() asm("trap;")
// ==== output
#include <hip/hip_runtime.h>
__global__ void k(int *p) {
    if (p[0]) __builtin_trap();
    if (p[1]) { __builtin_trap(); }
}
#define DIE() __builtin_trap()
