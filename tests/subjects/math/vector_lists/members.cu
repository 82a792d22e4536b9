#include <cuda_runtime.h>
struct Ray { float3 o; float t; };
struct Cell { const int2 ij, kl; float *w; };
class Deep { public: Ray ray; float2 pair[2]; uint3 last; };
typedef struct { uint2 a; int n[2]; } Pair;
struct Maps { std::map<int, float> a, b; float2 c; };
struct Own { float2 a; Own(float x) : a{x} {} };
struct Based : Ray { float2 a; };
__device__ Ray made() { return {{1.f}, 2.f}; }
__global__ void k(Ray *r, float x, float3 v) {
    Ray a = {{1.f}, 3.f}, b{v, x}, c = {0}, d[2] = {{{x}, 1}, {v}}, whole = {{1, 2, 3}, 4};
    struct Cell e = {{3}, {4, 5}, nullptr};
    Cell f = {1, 2, 3};
    Ray g = Ray{1.f, x, 2.f, 3.f};
    Deep h = {{{1}, 2}, {{1}, {2, 3}}, 4};
    Deep i = {{v, 1}, 1, 2};  // expect: MTH026
    Ray m = {x, v};  // expect: MTH026
    Ray n = {.o = {1}, .t = 2};
    Own o = {{1.f}};
    Based p = {{{1.f}, 2}, {3}};
    Pair q = {1, 2, {0}}, s = {{1, 2}, {0}};
    r[0] = Ray{get(), x};
    float2 u[2] = {get(), x};  // expect: MTH026
    Maps t = {{}, {}, {1}};
    r[1] = {{2.f}, 1.f};
}
// ==== output
#include <hip/hip_runtime.h>
struct Ray { float3 o; float t; };
struct Cell { const int2 ij, kl; float *w; };
class Deep { public: Ray ray; float2 pair[2]; uint3 last; };
typedef struct { uint2 a; int n[2]; } Pair;
struct Maps { std::map<int, float> a, b; float2 c; };
struct Own { float2 a; Own(float x) : a{x, 0} {} };
struct Based : Ray { float2 a; };
__device__ Ray made() { return {{1.f, 0, 0}, 2.f}; }
__global__ void k(Ray *r, float x, float3 v) {
    Ray a = {{1.f, 0, 0}, 3.f}, b{v, x}, c = {{0, 0, 0}}, d[2] = {{{x, 0, 0}, 1}, {v}}, whole = {{1, 2, 3}, 4};
    struct Cell e = {{3, 0}, {4, 5}, nullptr};
    Cell f = {{1, 2}, {3, 0}};
    Ray g = Ray{{1.f, x, 2.f}, 3.f};
    Deep h = {{{1, 0, 0}, 2}, {{1, 0}, {2, 3}}, {4, 0, 0}};
    Deep i = {{v, 1}, 1, 2};  // expect: MTH026
    Ray m = {x, v};  // expect: MTH026
    Ray n = {.o = {1}, .t = 2};
    Own o = {{1.f}};
    Based p = {{{1.f}, 2}, {3}};
    Pair q = {{1, 2}, {0}}, s = {{1, 2}, {0}};
    r[0] = Ray{get(), x};
    float2 u[2] = {get(), x};  // expect: MTH026
    Maps t = {{}, {}, {1}};
    r[1] = {{2.f, 0, 0}, 1.f};
}
