// flags: --ptx exact
__device__ unsigned f(unsigned x, unsigned id) {
  unsigned r, other;
#if __CUDA_ARCH__ >= 900  // what no build for AMD reads stays as it is
  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x));  // expect: PTX013
#endif
#ifdef __HIP_PLATFORM_AMD__
  r = x;
#else
  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x));
#endif
  asm("bfe.u32 %0, %1, 4, 8; frobnicate.u32 %0, %0;" : "=r"(r) : "r"(x));  // expect: PTX013
  asm volatile("barrier.cluster.arrive;" :: "r"(id));  // expect: PTX008
  asm("addc.u32 %0, %1, 0;" : "=r"(r) : "r"(x));  // expect: PTX017
  asm("add.cc.u32 %0, %1, 1;" : "=r"(other) : "r"(x));  // expect: PTX017
  asm("ex2.approx.f32 %0, %0;" : "+f"(x));  // expect: PTX015
  asm("bfe.u32 %0, unheard_of, 4, 8;" : "=r"(r) : "r"(x));  // expect: PTX013
  asm("@p bra elsewhere;");  // expect: PTX001
  asm volatile("{ .shared .b32 s[4]; st.shared.u32 [s], 1; }");  // expect: PTX018
  return r + other;
}
#ifdef __x86_64__
inline unsigned long long ticks() { unsigned a, d; asm volatile("rdtsc" : "=a"(a), "=d"(d)); return a; }
#endif
