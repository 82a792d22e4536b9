#if CUDART_VERSION >= 12000  // expect: ARC006
void f() { cuMulticastCreate(a, b); }  // expect: API017
#endif
#if CUDART_VERSION >= 11000  // expect: ARC006
void g() { asm("no.such.instruction %0;" : "=r"(x)); }
#else
void g() { cudaFree(p); }
#endif
// ==== output
#if CUDART_VERSION >= 12000  // expect: ARC006
void f() { cuMulticastCreate(a, b); }  // expect: API017
#endif
#if CUDART_VERSION >= 11000  // expect: ARC006
void g() { asm("no.such.instruction %0;" : "=r"(x)); }
#else
void g() { hipFree(p); }
#endif
