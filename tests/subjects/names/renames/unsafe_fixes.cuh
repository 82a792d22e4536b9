// flags: --unsafe-fixes
float a = __fadd_rz(b, c);
#if CUDART_VERSION >= 11000
#endif
// ==== output
float a = __fadd_rn(b, c);
#if HIP_VERSION >= 11000
#endif
