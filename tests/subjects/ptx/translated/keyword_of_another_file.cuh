// No keyword of the language stands here.
__device__ int lane() {
    int x;
    ASM_VOLATILE("mov.u32 %0, %%laneid;" : "=r"(x));
    return x;
}
// ==== output
// No keyword of the language stands here.
#include "hipify_ptx.hpp"
__device__ int lane() {
    int x;
#if defined(__HIP_PLATFORM_AMD__)
    x = hipify_ptx::laneid();
#else
    ASM_VOLATILE("mov.u32 %0, %%laneid;" : "=r"(x));
#endif
    return x;
}
