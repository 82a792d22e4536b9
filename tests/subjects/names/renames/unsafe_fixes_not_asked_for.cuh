float a = __fadd_rz(b, c);  // expect: MTH001
#if CUDART_VERSION >= 11000  // expect: ARC006
#endif
