#if defined(__CUDA_ARCH__)
#define BREAK() asm volatile("brkpt;\n")
#define LEAVE() asm volatile("exit;")  // expect: PTX020, PTX024
#else
#define BREAK() abort()
#define LEAVE() abort()
#define REST() asm volatile("pause")
#endif
#ifdef __CUDACC__
#define STOP() asm("trap;")
#endif
MY_INLINE void stop() {
#ifdef __CUDA_ARCH__
  asm("trap;");
#else
  asm("int3");
#endif
}
inline void on_host() {
#ifdef __CUDA_ARCH__
  asm("trap;");
#endif
}
#define NEITHER() asm("trap;")
// ==== output
#include "hipify_ptx.hpp"
#if defined(__HIP_DEVICE_COMPILE__)
#define BREAK() HIPIFY_PTX_AMD(hipify_ptx::brkpt()) HIPIFY_PTX_NVIDIA(asm volatile("brkpt;\n"))
#define LEAVE() asm volatile("exit;")  // expect: PTX020, PTX024
#else
#define BREAK() abort()
#define LEAVE() abort()
#define REST() asm volatile("pause")
#endif
#ifdef __HIPCC__
#define STOP() HIPIFY_PTX_AMD(__builtin_trap()) HIPIFY_PTX_NVIDIA(asm("trap;"))
#endif
MY_INLINE void stop() {
#ifdef __HIP_DEVICE_COMPILE__
#if defined(__HIP_PLATFORM_AMD__)
  __builtin_trap();
#else
  asm("trap;");
#endif
#else
  asm("int3");
#endif
}
inline void on_host() {
#ifdef __HIP_DEVICE_COMPILE__
  asm("trap;");
#endif
}
#define NEITHER() asm("trap;")
