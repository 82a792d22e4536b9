#include <cuda_fp16.h>
#include <cuda_bf16.h>
template <typename T, typename S>
__device__ T made(__nv_bfloat16 b, __half *h, S s, float f) {
    T one = static_cast<T>(b);
    T two(h[1]);
    S other = static_cast<S>(f);
    return one + T(*h) + (T)b + two + static_cast<T>(s) + T{h[0]};
}
template <typename T> struct Row {
    T v;
    __device__ void set(half h) { v = static_cast<T>(h); }
};
struct T2 { __device__ T2(half h); };
__device__ T2 plain(half h) { return T2(h); }
__device__ void all(half *h, __nv_bfloat16 *b) {
    h[0] = made<half>(b[0], h, 1.f, 2.f);
    b[0] = made<__nv_bfloat16>(b[0], h, 1.f, 2.f);
    Row<__nv_bfloat16>().set(h[1]);
}
// ==== output
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include <hip/hip_bf16.h>
template <typename T, typename S>
__device__ T made(__hip_bfloat16 b, __half *h, S s, float f) {
    T one = static_cast<T>(static_cast<float>(b));
    T two(static_cast<float>(h[1]));
    S other = static_cast<S>(f);
    return one + T(static_cast<float>(*h)) + (T)static_cast<float>(b) + two + static_cast<T>(s) + T{static_cast<float>(h[0])};
}
template <typename T> struct Row {
    T v;
    __device__ void set(half h) { v = static_cast<T>(static_cast<float>(h)); }
};
struct T2 { __device__ T2(half h); };
__device__ T2 plain(half h) { return T2(h); }
__device__ void all(half *h, __hip_bfloat16 *b) {
    h[0] = made<half>(b[0], h, 1.f, 2.f);
    b[0] = made<__hip_bfloat16>(b[0], h, 1.f, 2.f);
    Row<__hip_bfloat16>().set(h[1]);
}
