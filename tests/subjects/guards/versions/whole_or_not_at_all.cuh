#if defined(__CUDACC__) && __CUDACC_VER_MAJOR__ <= 11
void f() { asm("no.such.instruction %0;" : "=r"(x)); }
#else
void f() { cuMulticastCreate(a, b); }  // expect: API017
#endif
#if defined(__CUDACC__) && __CUDA_ARCH__ < 700
void g() { asm("no.such.instruction %0;" : "=r"(x)); }
#else
void g() { cudaFree(p); }
#endif
#if defined(__CUDACC__) && (CUDART_VERSION + 0 < 9000)
void h() { cuMulticastCreate(a, b); }  // expect: API017
#endif
#if defined(__CUDACC__) && LEVEL < 3
void i() { cuMulticastCreate(a, b); }  // expect: API017
#endif
#if defined(__CUDACC__) && __CUDA_ARCH__ < 700  // expect: ARC002
void j() { cudaFree(p); }
#endif
#if CUDART_VERSION >= 12000 && defined(CUDA_VERSION)
void k() { cudaFree(p); }
#endif
// ==== output
#if defined(__HIPCC__) && !defined(__HIP_PLATFORM_AMD__) && __CUDACC_VER_MAJOR__ <= 11
void f() { asm("no.such.instruction %0;" : "=r"(x)); }
#else
void f() { cuMulticastCreate(a, b); }  // expect: API017
#endif
#if defined(__CUDACC__) && __CUDA_ARCH__ < 700
void g() { asm("no.such.instruction %0;" : "=r"(x)); }
#else
void g() { hipFree(p); }
#endif
#if defined(__CUDACC__) && (CUDART_VERSION + 0 < 9000)
void h() { cuMulticastCreate(a, b); }  // expect: API017
#endif
#if defined(__HIPCC__) && LEVEL < 3
void i() { cuMulticastCreate(a, b); }  // expect: API017
#endif
#if defined(__HIPCC__) && __CUDA_ARCH__ < 700  // expect: ARC002
void j() { hipFree(p); }
#endif
#if defined(__HIP_PLATFORM_AMD__) || (CUDART_VERSION >= 12000 && defined(CUDA_VERSION))
void k() { hipFree(p); }
#endif
