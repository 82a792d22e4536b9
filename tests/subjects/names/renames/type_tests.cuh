#ifndef CUDA_VERSION
#include <cuda.h>
#endif
template <typename T>
__device__ float scale(T x) {
    if constexpr (std::is_same<T, __nv_fp8_e4m3>::value || std::is_same_v<T, const __nv_fp8_e5m2>) return 1.0f;
    return 2.0f;
}
__nv_fp8_e4m3 stored;  // expect: MTH007
// ==== output
#ifndef CUDA_VERSION
#include <hip/hip_runtime.h>
#endif
template <typename T>
__device__ float scale(T x) {
    if constexpr (std::is_same<T, __hip_fp8_e4m3>::value || std::is_same_v<T, const __hip_fp8_e5m2>) return 1.0f;
    return 2.0f;
}
__hip_fp8_e4m3 stored;  // expect: MTH007
