#ifndef __NVCC__
#error "compile with nvcc"
#endif
#if !defined(__NVCC__) && 1
#error nvcc is missing
#endif
// ==== output
#ifndef __HIPCC__
#error "compile with nvcc"
#endif
#if !defined(__HIPCC__) && 1
#error nvcc is missing
#endif
