// AMD is no GPU between two generations: behind the first number that does not carry over all stay as they are.
__device__ int f(int a) {
#if __CUDA_ARCH__ >= 600
  a = g(a);
#endif
#if __CUDA_ARCH__ >= 750  // expect: ARC002
  a = h(a);
#endif
#if __CUDA_ARCH__ >= 700  // expect: ARC002
  asm("no.such.instruction %0;" : "=r"(a));
#else
  a = i(a);
#endif
  return a;
}
// ==== output
// AMD is no GPU between two generations: behind the first number that does not carry over all stay as they are.
__device__ int f(int a) {
#if defined(__HIP_DEVICE_COMPILE__)
  a = g(a);
#endif
#if __CUDA_ARCH__ >= 750  // expect: ARC002
  a = h(a);
#endif
#if __CUDA_ARCH__ >= 700  // expect: ARC002
  asm("no.such.instruction %0;" : "=r"(a));
#else
  a = i(a);
#endif
  return a;
}
