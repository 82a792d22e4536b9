// flags: --unsafe-fixes
#if CUDART_VERSION >= 11000
#endif
// ==== output
#if HIP_VERSION >= 11000
#endif
