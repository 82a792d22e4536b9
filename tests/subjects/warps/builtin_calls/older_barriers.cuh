// flags: --rocm 6.4
#include <cuda_runtime.h>
__device__ void f(unsigned mask) {
    __syncwarp();
    __syncwarp(mask);
    ::__syncwarp(0xffffffff);
}
#define BARRIER __syncwarp  // expect: API002
// ==== output
#include <hip/hip_runtime.h>
__device__ void f(unsigned mask) {
    (__builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront"), __builtin_amdgcn_wave_barrier(), __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront"));
    (__builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront"), __builtin_amdgcn_wave_barrier(), __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront"));
    (__builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront"), __builtin_amdgcn_wave_barrier(), __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront"));
}
#define BARRIER __syncwarp  // expect: API002
