__device__ void f(int x, int y) {
  asm("mov.u32 %0, %%laneid;" : "=r"(x)); #pragma  // expect: PTX002
  asm("add.u32 %0, %1, 2;" : "=r"(x) : "r"(({  // expect: PTX001
    asm("mov.u32 %0, %%laneid;" : "=r"(y));  // expect: PTX002
    y; })));
  asm("mov.u32 %0, %%laneid;" : "=r"(x));  // expect: CNV001
#if A
#endif
}
// ==== output
#include "hipify_ptx.hpp"
__device__ void f(int x, int y) {
  asm("mov.u32 %0, %%laneid;" : "=r"(x)); #pragma  // expect: PTX002
  asm("add.u32 %0, %1, 2;" : "=r"(x) : "r"(({  // expect: PTX001
    asm("mov.u32 %0, %%laneid;" : "=r"(y));  // expect: PTX002
    y; })));
#if defined(__HIP_PLATFORM_AMD__)
  x = hipify_ptx::laneid();
#else
  asm("mov.u32 %0, %%laneid;" : "=r"(x));  // expect: CNV001
#endif
#if A
#endif
}
