#define VOLATILE volatile
__global__ void f(unsigned* o) {
  unsigned r;
  asm("frobnicate.u8x4 %0, 1;" : "=r"(r));  // expect: PTX001
  asm VOLATILE("fabric.submit;");  // expect: PTX001
  asm("v_mov_b32 %0, 1" : "=v"(r));
  asm VOLATILE("mov.u32 %0, WARP_SZ;" : "=r"(r));  // expect: CNV001
  *o = r;
}
// ==== output
#define VOLATILE volatile
__global__ void f(unsigned* o) {
  unsigned r;
  asm("frobnicate.u8x4 %0, 1;" : "=r"(r));  // expect: PTX001
  asm VOLATILE("fabric.submit;");  // expect: PTX001
  asm("v_mov_b32 %0, 1" : "=v"(r));
#if defined(__HIP_PLATFORM_AMD__)
  r = 32u;
#else
  asm VOLATILE("mov.u32 %0, WARP_SZ;" : "=r"(r));  // expect: CNV001
#endif
  *o = r;
}
