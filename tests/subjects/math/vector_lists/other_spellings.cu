#include <cuda_runtime.h>

typedef float4 vec4;
using F2 = float2;
#define I3 int3
typedef float real;
#ifdef WIDE
typedef float4 either;
#else
typedef float2 either;
#endif

struct Acc {
    float4 c;
    F2 both[2], last;
    __device__ Acc(float x) : c{x}, last{x * 2, 1} {}
    __device__ explicit Acc(int n);
};
struct Other { real c; Other(real x) : c{x} {} };
__device__ Acc::Acc(int n) : c{static_cast<float>(n)} {}

__device__ float4 two() { return {1, 2}; }
__device__ float4 one(float x) { if (x > 0) { return {x}; } return {0}; }
__device__ float same(float x) { return {x}; }

template <class T> __global__ void k(const float *p, const float4 *q, float x, int n, T t, real r) {
    vec4 a{1}, copy{q[n]};
    F2 b{fabsf(x)}, c = {-sqrtf(p[0]) * (x + 2)};
    I3 d = {threadIdx.x}, e{(int)x};
    float4 m{p[0] * 2}, s{static_cast<float>(n)}, first{q->x}, f = {q[n].y};
    float4 g{float(n)}, h{*p}, i{*q}, j{reinterpret_cast<const float4 *>(p)[n]};
    float2 o{r}, limit{-FLT_MAX}, sure{1 / x};
    float4 u{t};  // expect: MTH026
    float2 w{fmaxf(t, x)};  // expect: MTH026
    float4 y[2] = {{0}, {1, 2}}, all[2] = {*q, copy};
    float4 z[2] = {{x}, t};
    float2 flat[] = {1, 2, x, 4, 5};
    float2 deep[2][2] = {{{1}, {2, 3}}, {{0}}};
    either l = {1};
}
// ==== output
#include <float.h>
#include <hip/hip_runtime.h>

typedef float4 vec4;
using F2 = float2;
#define I3 int3
typedef float real;
#ifdef WIDE
typedef float4 either;
#else
typedef float2 either;
#endif

struct Acc {
    float4 c;
    F2 both[2], last;
    __device__ Acc(float x) : c{x, 0, 0, 0}, last{x * 2, 1} {}
    __device__ explicit Acc(int n);
};
struct Other { real c; Other(real x) : c{x} {} };
__device__ Acc::Acc(int n) : c{static_cast<float>(n), 0, 0, 0} {}

__device__ float4 two() { return {1, 2, 0, 0}; }
__device__ float4 one(float x) { if (x > 0) { return {x, 0, 0, 0}; } return {0, 0, 0, 0}; }
__device__ float same(float x) { return {x}; }

template <class T> __global__ void k(const float *p, const float4 *q, float x, int n, T t, real r) {
    vec4 a{1, 0, 0, 0}, copy{q[n]};
    F2 b{fabsf(x), 0}, c = {-sqrtf(p[0]) * (x + 2), 0};
    I3 d = {threadIdx.x, 0, 0}, e{(int)x, 0, 0};
    float4 m{p[0] * 2, 0, 0, 0}, s{static_cast<float>(n), 0, 0, 0}, first{q->x, 0, 0, 0}, f = {q[n].y, 0, 0, 0};
    float4 g{float(n), 0, 0, 0}, h{*p, 0, 0, 0}, i{*q}, j{reinterpret_cast<const float4 *>(p)[n]};
    float2 o{r, 0}, limit{-FLT_MAX, 0}, sure{1 / x, 0};
    float4 u{t};  // expect: MTH026
    float2 w{fmaxf(t, x)};  // expect: MTH026
    float4 y[2] = {{0, 0, 0, 0}, {1, 2, 0, 0}}, all[2] = {*q, copy};
    float4 z[2] = {{x, 0, 0, 0}, t};
    float2 flat[] = {1, 2, x, 4, 5};
    float2 deep[2][2] = {{{1, 0}, {2, 3}}, {{0, 0}}};
    either l = {1};
}
