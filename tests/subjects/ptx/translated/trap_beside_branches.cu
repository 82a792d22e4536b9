#ifdef __HIP_PLATFORM_AMD__
#define WIDTH 64
#else
#define WIDTH 32
#endif
__global__ void k(int *p) {
    asm("trap;");
}
// ==== output
#include <hip/hip_runtime.h>
#ifdef __HIP_PLATFORM_AMD__
#define WIDTH 64
#else
#define WIDTH 32
#endif
__global__ void k(int *p) {
#if defined(__HIP_PLATFORM_AMD__)
    __builtin_trap();
#else
    asm("trap;");
#endif
}
