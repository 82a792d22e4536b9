#define NEXT (i++)
#define ld 128
#define RED(scope, p, v) asm volatile("red.relaxed.sys.global.add.u32 [%0], %1;" :: "l"(p), "r"(v) : "memory")  // expect: PTX010
__device__ void f(volatile int* flag, unsigned* o, int i, struct node* n, int* a, unsigned x, volatile long long* vp) {
  while (*flag == 0) asm volatile("nanosleep.u32 20;" ::: "memory");  // expect: CNV001
  asm("add.u32 %0, %1, %2;" : "=r"(*o) : "r"(NEXT), "r"(NEXT));  // expect: CNV001
  asm("add.u32 %0, %1, %2;" : "=r"(*o) : "r"(x <<= 1), "r"(x));  // expect: CNV001
  asm("{ mov.u64 %0, %2; mov.u32 %1, 4; }" : "=l"(n->next), "=r"(n->next->v) : "l"(n));  // expect: CNV001
  asm("{ mov.u32 %0, 1; mov.u32 %1, 4; }" : "=r"(this->i), "=r"(a[i]));  // expect: CNV001
  asm volatile("mov.u64 %0, -1;" : "=l"(*vp));  // expect: CNV001
  asm volatile("ld.global.u32 %0, [%1];" : "=r"(x) : "l"(o));  // expect: PTX009
  asm("mov.b32 %0, %1;" : "=r"(x) : OF_ANOTHER_FILE(i));  // expect: PTX001
}
// ==== output
#include "hipify_ptx.hpp"
#define NEXT (i++)
#define ld 128
#define RED(scope, p, v) asm volatile("red.relaxed.sys.global.add.u32 [%0], %1;" :: "l"(p), "r"(v) : "memory")  // expect: PTX010
__device__ void f(volatile int* flag, unsigned* o, int i, struct node* n, int* a, unsigned x, volatile long long* vp) {
  while (*flag == 0)
#if defined(__HIP_PLATFORM_AMD__)
  {
    hipify_ptx::keep_order();
    hipify_ptx::nanosleep(20u);
    hipify_ptx::keep_order();
  }
#else
  asm volatile("nanosleep.u32 20;" ::: "memory");  // expect: CNV001
#endif
#if defined(__HIP_PLATFORM_AMD__)
  {
    auto& ptx_at0 = *o;
    const uint32_t ptx_NEXT = NEXT;
    const uint32_t ptx_NEXT_2 = NEXT;
    ptx_at0 = ptx_NEXT + ptx_NEXT_2;
  }
  {
    auto& ptx_at0 = *o;
    const uint32_t ptx_in1 = x <<= 1;
    const uint32_t ptx_x = x;
    ptx_at0 = ptx_in1 + ptx_x;
  }
  {
    auto& ptx_at1 = n->next->v;
    hipify_ptx::assign(n->next, n);
    ptx_at1 = 4u;
  }
  {
    auto& ptx_at1 = a[i];
    this->i = 1u;
    ptx_at1 = 4u;
  }
  hipify_ptx::assign(*vp, 0xffffffffffffffffull);
#else
  asm("add.u32 %0, %1, %2;" : "=r"(*o) : "r"(NEXT), "r"(NEXT));  // expect: CNV001
  asm("add.u32 %0, %1, %2;" : "=r"(*o) : "r"(x <<= 1), "r"(x));  // expect: CNV001
  asm("{ mov.u64 %0, %2; mov.u32 %1, 4; }" : "=l"(n->next), "=r"(n->next->v) : "l"(n));  // expect: CNV001
  asm("{ mov.u32 %0, 1; mov.u32 %1, 4; }" : "=r"(this->i), "=r"(a[i]));  // expect: CNV001
  asm volatile("mov.u64 %0, -1;" : "=l"(*vp));  // expect: CNV001
#endif
  asm volatile("ld.global.u32 %0, [%1];" : "=r"(x) : "l"(o));  // expect: PTX009
  asm("mov.b32 %0, %1;" : "=r"(x) : OF_ANOTHER_FILE(i));  // expect: PTX001
}
