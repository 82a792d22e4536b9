#include <cuda_fp16.h>
#include <cuda_bf16.h>
struct Both {
    __half half_of;
    __nv_bfloat16 bfloat_of;
};
__device__ __half make(__nv_bfloat16 b);
__device__ __half of_float(float f, __half h) { return __half(f) + __half(h) + (__half)f + make(f); }
__device__ void all(__nv_bfloat16 b, const __nv_bfloat16 *bs, half h, const half *hs, Both both, int i) {
    __half called = __half(b), cast = (__half)bs[i] /* one */, by_name = static_cast<half>(*bs);
    half listed{b};
    nv_bfloat16 made(hs[i + 1]);
    made = __nv_bfloat16(both.half_of) + (nv_bfloat16)both.bfloat_of;
    made = __nv_bfloat16(__half(b)) + (__nv_bfloat16)(h) + (__nv_bfloat16)*hs;
}
template <typename T>
__device__ __half any(T value) { return __half(value); }
// ==== output
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include <hip/hip_bf16.h>
struct Both {
    __half half_of;
    __hip_bfloat16 bfloat_of;
};
__device__ __half make(__hip_bfloat16 b);
__device__ __half of_float(float f, __half h) { return __half(f) + __half(h) + (__half)f + make(f); }
__device__ void all(__hip_bfloat16 b, const __hip_bfloat16 *bs, half h, const half *hs, Both both, int i) {
    __half called = __half(static_cast<float>(b)), cast = (__half)static_cast<float>(bs[i]) /* one */, by_name = static_cast<half>(static_cast<float>(*bs));
    half listed{static_cast<float>(b)};
    __hip_bfloat16 made(static_cast<float>(hs[i + 1]));
    made = __hip_bfloat16(static_cast<float>(both.half_of)) + (__hip_bfloat16)both.bfloat_of;
    made = __hip_bfloat16(static_cast<float>(__half(static_cast<float>(b)))) + (__hip_bfloat16)static_cast<float>(h) + (__hip_bfloat16)static_cast<float>(*hs);
}
template <typename T>
__device__ __half any(T value) { return __half(value); }
