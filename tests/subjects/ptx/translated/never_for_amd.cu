#include <cuda_runtime.h>
__device__ int add(int a, int b) {
  int r;
#if defined(__PTX__)
  asm("prmt.b32 %0, %1, %2, 3;" : "=r"(r) : "r"(a), "r"(b));  // expect: PTX013
#else
  r = a + b;
#endif
  return r;
}
#ifndef __NVPTX__
__device__ int zeros(int a) { return __clz(a); }
#else
__device__ int zeros(int a) { int r; asm("clz.b32 %0, %1;" : "=r"(r) : "r"(a)); return r; }  // expect: PTX013
#endif
#if defined(__CUDA__) && defined(__clang__)
#define ASSEMBLER 1
#endif
#ifdef ASSEMBLER
__device__ int ones(int a) { int r; asm("popc.b32 %0, %1;" : "=r"(r) : "r"(a)); return r; }  // expect: PTX013
#endif
#ifdef USE_ASSEMBLER
__device__ void mine(int &a) { asm("mov.s32 %0, 1;" : "=r"(a)); }
#endif
// ==== output
#include <hip/hip_runtime.h>
__device__ int add(int a, int b) {
  int r;
#if defined(__PTX__)
  asm("prmt.b32 %0, %1, %2, 3;" : "=r"(r) : "r"(a), "r"(b));  // expect: PTX013
#else
  r = a + b;
#endif
  return r;
}
#ifndef __NVPTX__
__device__ int zeros(int a) { return __clz(a); }
#else
__device__ int zeros(int a) { int r; asm("clz.b32 %0, %1;" : "=r"(r) : "r"(a)); return r; }  // expect: PTX013
#endif
#if defined(__CUDA__) && defined(__clang__)
#define ASSEMBLER 1
#endif
#ifdef ASSEMBLER
__device__ int ones(int a) { int r; asm("popc.b32 %0, %1;" : "=r"(r) : "r"(a)); return r; }  // expect: PTX013
#endif
#ifdef USE_ASSEMBLER
__device__ void mine(int &a) {
#if defined(__HIP_PLATFORM_AMD__)
a = 1;
#else
asm("mov.s32 %0, 1;" : "=r"(a));
#endif
 }
#endif
