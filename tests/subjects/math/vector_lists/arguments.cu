#include <cuda_runtime.h>
__device__ float sum(float4 v, int n = 0);
__device__ float sum(float4 v, int n) { return v.x + n; }
__device__ float dot(const float2 &a, const float2 &b) { return a.x * b.x + a.y * b.y; }
__device__ float either(float4 v) { return v.x; }
__device__ float either(double2 v) { return v.x; }
__device__ float plain(float v) { return v; }
struct Own { float area(float4 v); };
__global__ void k(float *p, float x, Own own, Other a) {
    own.area({x}), a.dot({x}, {1}), lib::sum({x});
    p[0] = sum({x}) + sum({1, 2}, 3) + sum({1, 2, 3, 4}) + dot({x}, {1.f}) + plain({x}) + either({x}) + other({x});
}
// ==== output
#include <hip/hip_runtime.h>
__device__ float sum(float4 v, int n = 0);
__device__ float sum(float4 v, int n) { return v.x + n; }
__device__ float dot(const float2 &a, const float2 &b) { return a.x * b.x + a.y * b.y; }
__device__ float either(float4 v) { return v.x; }
__device__ float either(double2 v) { return v.x; }
__device__ float plain(float v) { return v; }
struct Own { float area(float4 v); };
__global__ void k(float *p, float x, Own own, Other a) {
    own.area({x}), a.dot({x}, {1}), lib::sum({x});
    p[0] = sum({x, 0, 0, 0}) + sum({1, 2, 0, 0}, 3) + sum({1, 2, 3, 4}) + dot({x, 0}, {1.f, 0}) + plain({x}) + either({x}) + other({x});
}
