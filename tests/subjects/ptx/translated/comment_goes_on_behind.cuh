__device__ void f(int x, int y) {
  asm("add.u32 %0, %1, 2;" : "=r"(x) : "r"(y));  // this \
  goes on
  x = 1; \
  asm("add.u32 %0, %1, 3;" : "=r"(x) : "r"(y));
}
// ==== output
__device__ void f(int x, int y) {
#if defined(__HIP_PLATFORM_AMD__)
  x = uint32_t(y) + 2u;
#else
  asm("add.u32 %0, %1, 2;" : "=r"(x) : "r"(y));  // this \
  goes on
#endif
  x = 1; \
  
#if defined(__HIP_PLATFORM_AMD__)
  x = uint32_t(y) + 3u;
#else
  asm("add.u32 %0, %1, 3;" : "=r"(x) : "r"(y));
#endif
}
