int version = CUDART_VERSION;  // expect: ARC006
