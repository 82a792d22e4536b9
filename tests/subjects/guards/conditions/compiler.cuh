#ifdef __NVCC__
#define DEVICE __device__
#endif
#if defined(__NVCC__) && !defined(OFF)
int a;
#endif
#ifdef __NVCC__
#pragma nv_diag_suppress 177
#endif
#if defined(__NVCC__)
asm volatile("bar.sync 0;");
#endif
// ==== output
#ifdef __HIPCC__
#define DEVICE __device__
#endif
#if defined(__HIPCC__) && !defined(OFF)
int a;
#endif
#ifdef __NVCC__
#pragma nv_diag_suppress 177
#endif
#if defined(__NVCC__)
asm volatile("bar.sync 0;");
#endif
