__device__ void f(int x) {
  asm("mov.u32 %0, lanemask_lt;" : "n"());  // expect: PTX001
  asm("mov.u32 %0, 1;" :: "n"(3));  // expect: PTX001
}
