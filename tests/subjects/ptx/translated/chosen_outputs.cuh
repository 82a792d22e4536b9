__global__ void k(int a, unsigned v) {
    unsigned x, y, z;
    asm("add.u32 %0, %1, %2;" : "=r"(a ? x : y) : "r"(v), "r"(v));
    asm("add.u32 %0, %1, %2;" : "=r"(x = y) : "r"(v), "r"(a == 1 ? 2 : 3));
    asm("add.u32 %0, %1, %2;" : "=r"(z) : "r"(v), "r"(v));
}
// ==== output
__global__ void k(int a, unsigned v) {
    unsigned x, y, z;
#if defined(__HIP_PLATFORM_AMD__)
    (a ? x : y) = v + v;
    {
      auto& ptx_at0 = (x = y);
      const uint32_t ptx_v = v;
      const uint32_t ptx_in2 = a == 1 ? 2 : 3;
      ptx_at0 = ptx_v + ptx_in2;
    }
    z = v + v;
#else
    asm("add.u32 %0, %1, %2;" : "=r"(a ? x : y) : "r"(v), "r"(v));
    asm("add.u32 %0, %1, %2;" : "=r"(x = y) : "r"(v), "r"(a == 1 ? 2 : 3));
    asm("add.u32 %0, %1, %2;" : "=r"(z) : "r"(v), "r"(v));
#endif
}
