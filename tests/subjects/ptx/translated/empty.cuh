__device__ float f(float x, int i, unsigned long long p) {
  asm volatile("" : "+f"(x), "+l"(p) : "r"(i) : "memory");  // expect: CNV001
  asm volatile("// nothing" : "=r"(i) : "0"(i));  // expect: CNV001
  asm volatile("" ::: "memory");
  return x;
}
inline void keep(int& x) { asm volatile("" : "+r"(x)); }
// ==== output
__device__ float f(float x, int i, unsigned long long p) {
#if defined(__HIP_PLATFORM_AMD__)
  asm volatile("" : "+v"(x), "+v"(p) : "v"(i) : "memory");
  asm volatile("" : "=v"(i) : "0"(i));
#else
  asm volatile("" : "+f"(x), "+l"(p) : "r"(i) : "memory");  // expect: CNV001
  asm volatile("// nothing" : "=r"(i) : "0"(i));  // expect: CNV001
#endif
  asm volatile("" ::: "memory");
  return x;
}
inline void keep(int& x) { asm volatile("" : "+r"(x)); }
