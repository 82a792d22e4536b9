float a = __fadd_rz(b, c);  // expect: MTH001
int version = CUDART_VERSION;  // expect: ARC006
