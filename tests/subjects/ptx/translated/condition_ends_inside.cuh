__device__ void f(int x, int y) {
  asm("add.u32 %0, %1, 2;" : "=r"(x  // expect: PTX001
#endif
  ) : "r"(y));
}
