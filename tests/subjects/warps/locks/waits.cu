#include <cuda_runtime.h>
__device__ int taken, word;
__global__ void cast_1(int* counter) { while (*reinterpret_cast<int volatile*>(counter) != gridDim.x) {} }  // expect: ATM011
__global__ void cast_2(int* counter) { while (*(int volatile*)counter != gridDim.x) __nanosleep(20); }  // expect: ATM011
__global__ void member(int* lock, int* v) { while (0 == (taken = atomicCAS(lock, 1, 0))) {} *v += 1; atomicExch(lock, 1); }  // expect: WRP016
__global__ void first(unsigned* count, int* v) { unsigned old; while ((old = atomicAdd(count, 1u)) != 0) {} *v += 1; *count = 0; }  // expect: WRP016
// What a macro may do is no pause, and who returns does not wait.
__global__ void works(volatile int* flag) { while (*flag == 0) { WORK; } while (*flag == 1) { return; } }
__global__ void steps(volatile int* flag, int* v) { while (*flag == 0) { v[threadIdx.x]++; } }
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
__device__ int taken, word;
__global__ void cast_1(int* counter) { while (*reinterpret_cast<int volatile*>(counter) != gridDim.x) {} }  // expect: ATM011
__global__ void cast_2(int* counter) { while (*(int volatile*)counter != gridDim.x) __nanosleep(20); }  // expect: ATM011
__global__ void member(int* lock, int* v) { while (0 == (taken = atomicCAS(lock, 1, 0))) {} *v += 1; atomicExch(lock, 1); }  // expect: WRP016
__global__ void first(unsigned* count, int* v) { unsigned old; while ((old = atomicAdd(count, 1u)) != 0) {} *v += 1; *count = 0; }  // expect: WRP016
// What a macro may do is no pause, and who returns does not wait.
__global__ void works(volatile int* flag) { while (*flag == 0) { WORK; } while (*flag == 1) { return; } }
__global__ void steps(volatile int* flag, int* v) { while (*flag == 0) { v[threadIdx.x]++; } }
