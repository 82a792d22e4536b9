#include <cuda_fp16.h>
#include <cuda_bf16.h>
struct Half { __half v; __host__ __device__ Half(__nv_bfloat16 b); };
__host__ __device__ Half::Half(__nv_bfloat16 b) : v(b) {}
struct Bfloat {
    __nv_bfloat16 v, w;
    int n;
    __device__ explicit Bfloat(__half h, float f) : n(2), v(h) {}
    __device__ explicit Bfloat(float f) : v(f) {}
};
// ==== output
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include <hip/hip_bf16.h>
struct Half { __half v; __host__ __device__ Half(__hip_bfloat16 b); };
__host__ __device__ Half::Half(__hip_bfloat16 b) : v(static_cast<float>(b)) {}
struct Bfloat {
    __hip_bfloat16 v, w;
    int n;
    __device__ explicit Bfloat(__half h, float f) : n(2), v(static_cast<float>(h)) {}
    __device__ explicit Bfloat(float f) : v(f) {}
};
