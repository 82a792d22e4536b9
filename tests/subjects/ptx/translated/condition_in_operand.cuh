__device__ void f(int x, int y) {
  asm("add.u32 %0, %1, 2;"  // expect: PTX001
      : "=r"(x) : "r"(
#if A
      y
#else
      x
#endif
      ));
}
