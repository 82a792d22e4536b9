#pragma once
#include "vecmath.h"

template <int TILE>
__global__ void forces(const float4 *__restrict__ pos, float3 *__restrict__ acc, int n, float eps2)
{
    __shared__ float4 tile[TILE];
    int i = blockIdx.x * TILE + threadIdx.x;
    float4 pi = i < n ? pos[i] : make_float4(0.f);
    float3 a = make_float3(0.f);

    for (int base = 0; base < n; base += TILE) {
        int j = base + threadIdx.x;
        tile[threadIdx.x] = j < n ? pos[j] : make_float4(0.f);
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < TILE; k++) {
            float3 r = make_float3(tile[k]) - make_float3(pi);
            float inv = rsqrtf(dot(r, r) + eps2);
            a += r * (tile[k].w * inv * inv * inv);
        }
        __syncthreads();
    }
    if (i < n) acc[i] = a;
}

__global__ void integrate(float4 *pos, float3 *vel, const float3 *acc, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float3 v = vel[i] + acc[i] * dt;
    v = clamp(v, -100.f, 100.f);
    float4 p = pos[i];
    pos[i] = make_float4(make_float3(p) + dt * v, p.w);
    vel[i] = v;
}
