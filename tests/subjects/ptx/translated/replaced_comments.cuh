// flags: --ptx replace
__device__ void f(int x, int y) {
  asm("add.u32 %0, %1, 2;"  // adds
      : "=r"(/* to */ x)
      : "r"(y /* this */));
  // between
  asm("add.u32 %0, %1, 3;" : "=r"(x) : "r"(y));
}
// ==== output
__device__ void f(int x, int y) {
  /* to */ x = uint32_t(y /* this */) + 2u; // adds
  // between
  x = uint32_t(y) + 3u;
}
