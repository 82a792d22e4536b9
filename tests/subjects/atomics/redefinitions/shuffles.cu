#include <cuda_runtime.h>
struct Pair { double a, b; };
__device__ double __shfl_down(double v, unsigned int by, int width = 32) {  // expect: API006
    return __hiloint2double(__shfl_down(__double2hiint(v), by, width), __shfl_down(__double2loint(v), by, width));
}
__device__ __inline__ unsigned long long __shfl_xor(unsigned long long v, int by) { return v; }  // expect: API006
__device__ Pair __shfl(Pair v, int lane) { return v; }
template <class T> __device__ T __shfl_up(T v, int by) { return v; }
__device__ double *__shfl(double *v, int lane) { return v; }
// ==== output
#include <hip/hip_runtime.h>
struct Pair { double a, b; };
__device__ double __shfl_down(double v, unsigned int by, int width = 32) {  // expect: API006
    return __hiloint2double(__shfl_down(__double2hiint(v), by, width), __shfl_down(__double2loint(v), by, width));
}
__device__ __inline__ unsigned long long __shfl_xor(unsigned long long v, int by) { return v; }  // expect: API006
__device__ Pair __shfl(Pair v, int lane) { return v; }
template <class T> __device__ T __shfl_up(T v, int by) { return v; }
__device__ double *__shfl(double *v, int lane) { return v; }
