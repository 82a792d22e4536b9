#include <cuda_runtime.h>
#ifdef __cuda_cuda_h__
void first(unsigned *value, CUstream *stream);
int second();
#endif
#ifdef __cuda_cuda_h__  // expect: API036
void third() { report(); }
#endif
#ifdef __cuda_cuda_h__  // expect: API036
void fourth();
#else
#define NO_DRIVER
#endif
void f() {
#ifdef __cuda_cuda_h__  // expect: API036
    fifth();
#endif
}
// ==== output
#include <hip/hip_runtime.h>
#ifdef HIP_INCLUDE_HIP_HIP_RUNTIME_H
void first(unsigned *value, hipStream_t *stream);
int second();
#endif
#ifdef HIP_INCLUDE_HIP_HIP_RUNTIME_H  // expect: API036
void third() { report(); }
#endif
#ifdef HIP_INCLUDE_HIP_HIP_RUNTIME_H  // expect: API036
void fourth();
#else
#define NO_DRIVER
#endif
void f() {
#ifdef HIP_INCLUDE_HIP_HIP_RUNTIME_H  // expect: API036
    fifth();
#endif
}
