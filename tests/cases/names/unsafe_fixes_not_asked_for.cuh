float a = __fadd_rz(b, c);  // expect: API001
#if CUDART_VERSION >= 11000  // expect: API001
#endif
