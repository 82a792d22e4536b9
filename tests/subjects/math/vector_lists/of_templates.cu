#include <cuda_runtime.h>
template <class T, int N> struct Vector; template <> struct Vector<float, 4> { using type = float4; };
template <class T> __device__ float4 unit() { typename Vector<T, 4>::type v{T(1)}; return v; }  // expect: MTH026
template <class T> __device__ float4 lead(T x) {
    using V = typename Vector<T, 4>::type;
    V whole{x, x, x, x}, copy{whole};
    return V{x};  // expect: MTH026
}
template <class V> __device__ V first(float x) {
    V v{x};  // expect: MTH026
    return v;
}
template <int N, typename V> struct Ops {
    static __device__ V splat(float s) { return V{s}; }  // expect: MTH026
};
template <class V> __device__ V same(float x) { V v{x}; return v; }
__global__ void k(float4 *o) {
    o[0] = first<float4>(1.f);
    o[1] = Ops<3, float4>::splat(2.f);
    o[2].x = same<float>(2.f);
}
// ==== output
#include <hip/hip_runtime.h>
template <class T, int N> struct Vector; template <> struct Vector<float, 4> { using type = float4; };
template <class T> __device__ float4 unit() { typename Vector<T, 4>::type v{T(1)}; return v; }  // expect: MTH026
template <class T> __device__ float4 lead(T x) {
    using V = typename Vector<T, 4>::type;
    V whole{x, x, x, x}, copy{whole};
    return V{x};  // expect: MTH026
}
template <class V> __device__ V first(float x) {
    V v{x};  // expect: MTH026
    return v;
}
template <int N, typename V> struct Ops {
    static __device__ V splat(float s) { return V{s}; }  // expect: MTH026
};
template <class V> __device__ V same(float x) { V v{x}; return v; }
__global__ void k(float4 *o) {
    o[0] = first<float4>(1.f);
    o[1] = Ops<3, float4>::splat(2.f);
    o[2].x = same<float>(2.f);
}
