#include <cuda_runtime.h>
typedef float2 complex;
template <class T> struct Of { typedef float4 type; };
__device__ void f(float4) { g(); }
__device__ complex made(float x) { return (complex){x}; }
__global__ void k(complex *p, float4 *q, float x) {
    p[0] = (complex) {x}; *q = (const float4){1, 2}; p[1] = (complex){x, 2};
    take((complex){x}, (float2){p[0].x});
    auto call = [](float4) { g(); };
    if (sizeof(float4)) { g(); }
    Of<int>::type r{x};  // expect: MTH026
}
// ==== output
#include <hip/hip_runtime.h>
typedef float2 complex;
template <class T> struct Of { typedef float4 type; };
__device__ void f(float4) { g(); }
__device__ complex made(float x) { return (complex){x, 0}; }
__global__ void k(complex *p, float4 *q, float x) {
    p[0] = (complex) {x, 0}; *q = (const float4){1, 2, 0, 0}; p[1] = (complex){x, 2};
    take((complex){x, 0}, (float2){p[0].x, 0});
    auto call = [](float4) { g(); };
    if (sizeof(float4)) { g(); }
    Of<int>::type r{x};  // expect: MTH026
}
