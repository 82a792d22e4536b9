#include <cuda_runtime.h>

__constant__ float4 weights = {1, 2};
struct Bins { uint2 first{0}; float4 all[4]; };

__global__ void k(float4 *out, float2 two, int n) {
    float4 sum = {0}, whole = {1, 2, 3, 4}, none = {}, more{1.5f, -n /* comment */, };
    const float4 four[4] = {0}, some[2] = {1, 2};
    int3 from = {n};
    float4 copy{sum}, of_two{two};
    double2 value = double2{.5};
    sum = {0};
    out[1] = {1.f, 2.f};
    *out = {0};
    float4 *at = {0};
    if (n) sum = {1, 2, 3};
    float2 designated = {.y = 1};
    own::float4 other = {0};
}

__device__ float4 f(float x) { return {x, x}; }
struct Wide : float4 { Wide(int a, int b); int c, d; };
// ==== output
#include <hip/hip_runtime.h>

__constant__ float4 weights = {1, 2, 0, 0};
struct Bins { uint2 first{0, 0}; float4 all[4]; };

__global__ void k(float4 *out, float2 two, int n) {
    float4 sum = {0, 0, 0, 0}, whole = {1, 2, 3, 4}, none = {}, more{1.5f, -n, 0, 0 /* comment */, };
    const float4 four[4] = {}, some[2] = {1, 2};
    int3 from = {n, 0, 0};
    float4 copy{sum}, of_two{two};
    double2 value = double2{.5, 0};
    sum = {0, 0, 0, 0};
    out[1] = {1.f, 2.f, 0, 0};
    *out = {0, 0, 0, 0};
    float4 *at = {0};
    if (n) sum = {1, 2, 3, 0};
    float2 designated = {.y = 1};
    own::float4 other = {0};
}

__device__ float4 f(float x) { return {x, x, 0, 0}; }
struct Wide : float4 { Wide(int a, int b); int c, d; };
