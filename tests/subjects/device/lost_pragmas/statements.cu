#include <cuda_runtime.h>
struct Pair {
#pragma unroll
    int a, b;
};
__global__ void k(float *o, int n) {
    float acc[4];
#pragma unroll
    acc[0] = 0;
    for (int i = 0; i < 4; i++) acc[i] = o[i];
    #  pragma unroll 4  // all of them
    if (n > 2) { for (int i = 0; i < n; i++) acc[0] += o[i]; }
#pragma unroll(2)
    // The sum.
    float2 sum = make_float2(acc[0], acc[1]);
    _Pragma("unroll 4") o[0] = sum.x;
#pragma unroll
    {
        for (int i = 1; i < 4; i++) o[i] = acc[i] + sum.y;
    }
#pragma unroll
    // once
#pragma unroll
    for (int i = 4; i < 8; i++) o[i] = 0;
    o[8] = 0;
#pragma unroll
}
// ==== output
#include <hip/hip_runtime.h>
struct Pair {
    int a, b;
};
__global__ void k(float *o, int n) {
    float acc[4];
    acc[0] = 0;
    for (int i = 0; i < 4; i++) acc[i] = o[i];
      // all of them
    if (n > 2) { for (int i = 0; i < n; i++) acc[0] += o[i]; }
    // The sum.
    float2 sum = make_float2(acc[0], acc[1]);
    o[0] = sum.x;
    {
        for (int i = 1; i < 4; i++) o[i] = acc[i] + sum.y;
    }
    // once
#pragma unroll
    for (int i = 4; i < 8; i++) o[i] = 0;
    o[8] = 0;
}
