#include <cuda_runtime.h>
#define FULL_MASK 0xffffffff
#define SUM(v) __shfl_down_sync(inner, v, 1)
__global__ void k(float* p, float* q) {
    unsigned mask = __activemask();  // who is here
    const unsigned full = 0xffffffff;

    float v = p[0];
    v += __shfl_down_sync(mask, v, 1);
    v += __shfl_xor_sync(full, v, 2);
    p[0] = v;
}
__global__ void k2(float* p, int n) {
    const unsigned full = 0xffffffff; unsigned mask = __ballot_sync(full, threadIdx.x < n);
    if (threadIdx.x < n) { unsigned m2 = __activemask(); p[0] += __shfl_down_sync(m2 & mask, p[0], 1); }
    int i = 0; unsigned m3 = ~0u;
    p[1] = __shfl_sync(m3, p[0], i);
    unsigned inner = 1;
    p[2] = SUM(p[2]);
    __syncwarp(inner);
}
__global__ void k3(float* p, int n) {
    unsigned a = 1, b = 2;
    p[0] = __shfl_sync(a, p[0], 0) + __shfl_sync(b, p[0], 0);
    unsigned c = __activemask();
    (void)c;
    p[0] = __shfl_sync(c, p[0], 0);
    unsigned d = next();
    p[0] = __shfl_sync(d, p[0], 0);
    unsigned e = __activemask();
    p[0] = __shfl_sync(e, p[0], 0) + __popc(e);
    unsigned f = __activemask();
#pragma unroll
    for (int i = 0; i < 5; ++i) { p[i] = __shfl_sync(f, p[0], 0); }
    unsigned g = __activemask();
    OTHER(p);
    p[0] = __shfl_sync(g, p[0], 0);
}
__device__ float both(float v) {
    unsigned mask = __activemask();
#if __CUDACC_VER_MAJOR__ >= 9
    return __shfl_sync(mask, v, 0);
#else
    return old_shfl(mask, v, 0);
#endif
}
__device__ float branch(float v) {
#ifdef PARTLY
    unsigned mask = PARTLY;
#else
    unsigned mask = 0xffffffff;
#endif
    return __shfl_sync(mask, v, 0);
}
__device__ float inner(float v) {
    unsigned mask = 0xffffffff;  /* all
                                    of them */
    { unsigned mask = 0xf; v += __shfl_sync(mask, v, 0); }
    if (unsigned other = 0xf) v += __shfl_sync(other, v, 0);
    auto f = [mask](float w) { return __shfl_sync(mask, w, 0); };
    const unsigned braced{0xffffffffu};
    return f(v) + __shfl_sync(braced, v, 0) + __shfl_sync(FULL, v, 0);
}
constexpr unsigned FULL = 0xffffffff;
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#define FULL_MASK 0xffffffff
#define SUM(v) __shfl_down(v, 1, 32)
__global__ void k(float* p, float* q) {

    float v = p[0];
    v += __shfl_down(v, 1, 32);
    v += __shfl_xor(v, 2, 32);
    p[0] = v;
}
__global__ void k2(float* p, int n) {
    if (threadIdx.x < n) { p[0] += __shfl_down(p[0], 1, 32); }
    int i = 0;
    p[1] = __shfl(p[0], i, 32);
    p[2] = SUM(p[2]);
    __syncwarp();
}
__global__ void k3(float* p, int n) {
    unsigned a = 1, b = 2;
    p[0] = __shfl(p[0], 0, 32) + __shfl(p[0], 0, 32);
    unsigned c = hipify_compat::activemask();
    (void)c;
    p[0] = __shfl(p[0], 0, 32);
    unsigned d = next();
    p[0] = __shfl(p[0], 0, 32);
    unsigned e = hipify_compat::activemask();
    p[0] = __shfl(p[0], 0, 32) + __popc(e);
    unsigned f = hipify_compat::activemask();
#pragma unroll
    for (int i = 0; i < 5; ++i) { p[i] = __shfl(p[0], 0, 32); }
    unsigned g = hipify_compat::activemask();
    OTHER(p);
    p[0] = __shfl(p[0], 0, 32);
}
__device__ float both(float v) {
    unsigned mask = hipify_compat::activemask();
#if defined(__HIP_PLATFORM_AMD__) || __CUDACC_VER_MAJOR__ >= 9
    return __shfl(v, 0, 32);
#else
    return old_shfl(mask, v, 0);
#endif
}
__device__ float branch(float v) {
#ifdef PARTLY
    unsigned mask = PARTLY;
#else
    unsigned mask = 0xffffffff;
#endif
    return __shfl(v, 0, 32);
}
__device__ float inner(float v) {
    unsigned mask = 0xffffffff;  /* all
                                    of them */
    { v += __shfl(v, 0, 32); }
    if (unsigned other = 0xf) v += __shfl(v, 0, 32);
    auto f = [mask](float w) { return __shfl(w, 0, 32); };
    return f(v) + __shfl(v, 0, 32) + __shfl(v, 0, 32);
}
constexpr unsigned FULL = 0xffffffff;
