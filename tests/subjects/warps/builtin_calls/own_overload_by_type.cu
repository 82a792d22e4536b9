#include <cuda_runtime.h>
struct V {
    float x, y;
    unsigned w[4];
};
template <typename T>
struct Pair {
    T first;
};
#if 0
__device__ double __shfl_sync(unsigned m, double v, int l) { return v; }
#endif
__device__ V __shfl_down_sync(unsigned m, V v, int d) {
    V r;
    r.x = __shfl_down_sync(m, v.x, d);
    for (int i = 0; i < 4; ++i) r.w[i] = __shfl_down_sync(m, v.w[i], d);
    return r;
}
template <typename T>
__device__ Pair<T> __shfl_xor_sync(unsigned m, const Pair<T> &v, int d) {
    return {__shfl_xor_sync(m, v.first, d)};  // expect: WRP004
}
__global__ void k(V *v, float *f, Pair<int> p, float4 q) {
    V a = v[threadIdx.x];
    float b = f[threadIdx.x];
    a = __shfl_down_sync(0xffffffffu, a, 1);
    b += __shfl_down_sync(0xffffffffu, b * 2.f + q.x, 1);
    b += __shfl_down_sync(0xffffffffu, f[threadIdx.x], 1);
    b += __shfl_down_sync(0xffffffffu, v->w[0], 1);
    b += __shfl_xor_sync(0xffffffffu, (float)(a.x < b), 1);
    b += __shfl_down_sync(0xffffffffu, made(b), 1);  // expect: WRP004
    p = __shfl_xor_sync(0xffffffffu, p, 1);
    f[0] = __shfl_sync(0xffffffffu, other(b), 0);
    v[0] = __shfl_down_sync(0xffffffffu, v[1], 1);
}
// ==== output
#include <hip/hip_runtime.h>
struct V {
    float x, y;
    unsigned w[4];
};
template <typename T>
struct Pair {
    T first;
};
#if 0
__device__ double __shfl_sync(unsigned m, double v, int l) { return v; }
#endif
__device__ V __shfl_down_sync(unsigned m, V v, int d) {
    V r;
    r.x = __shfl_down(v.x, d, 32);
    for (int i = 0; i < 4; ++i) r.w[i] = __shfl_down(v.w[i], d, 32);
    return r;
}
template <typename T>
__device__ Pair<T> __shfl_xor_sync(unsigned m, const Pair<T> &v, int d) {
    return {__shfl_xor_sync(m, v.first, d)};  // expect: WRP004
}
__global__ void k(V *v, float *f, Pair<int> p, float4 q) {
    V a = v[threadIdx.x];
    float b = f[threadIdx.x];
    a = __shfl_down_sync(0xffffffffu, a, 1);
    b += __shfl_down(b * 2.f + q.x, 1, 32);
    b += __shfl_down(f[threadIdx.x], 1, 32);
    b += __shfl_down(v->w[0], 1, 32);
    b += __shfl_xor((float)(a.x < b), 1, 32);
    b += __shfl_down_sync(0xffffffffu, made(b), 1);  // expect: WRP004
    p = __shfl_xor_sync(0xffffffffu, p, 1);
    f[0] = __shfl(other(b), 0, 32);
    v[0] = __shfl_down_sync(0xffffffffu, v[1], 1);
}
