#include <cuda_runtime.h>
#define TILE 32
struct Box { int low; float4 size; };
namespace mine {
template <class A, class B> __device__ A max(A a, B b) { return a < b ? A(b) : a; }
__device__ unsigned f(int a, unsigned b) { return max(a, b); }
}

__global__ void k(int *p, int n, float f, double d, size_t s, Box b, const uchar4 *colors) {
    p[0] = max(0, min(p[1], n - TILE));
    p[1] = min(b.low, (int)blockDim.x) + ::max(n >> 1, TILE);
    p[2] = max(f, 0.f) + max(d, f) + min(b.size.x, other(f));
    p[3] = min(s, (size_t)n) + min(threadIdx.x, blockDim.x) + min(&p[0], p + 1)[0];
    uchar4 c = colors[n];
    p[5] = ::max(0, ::min(n, b.low)) + min(c.x + c.y, 255);
    p[4] = mine::max(n, 1u) + fminf(f, 2) + b.min(n, 1u);
}
template <class T> __device__ T least(T a, T b) { return min(a, b); }
int host(int n) { return min(n, 3) + std::max<unsigned>(n, 2u); }
// ==== output
#include <hip/hip_runtime.h>
#define TILE 32
struct Box { int low; float4 size; };
namespace mine {
template <class A, class B> __device__ A max(A a, B b) { return a < b ? A(b) : a; }
__device__ unsigned f(int a, unsigned b) { return max(a, b); }
}

__global__ void k(int *p, int n, float f, double d, size_t s, Box b, const uchar4 *colors) {
    p[0] = max(0, min(p[1], n - TILE));
    p[1] = min(b.low, (int)blockDim.x) + ::max(n >> 1, TILE);
    p[2] = max(f, 0.f) + max(d, f) + min(b.size.x, other(f));
    p[3] = min(s, (size_t)n) + min(threadIdx.x, blockDim.x) + min(&p[0], p + 1)[0];
    uchar4 c = colors[n];
    p[5] = ::max(0, ::min(n, b.low)) + min(c.x + c.y, 255);
    p[4] = mine::max(n, 1u) + fminf(f, 2) + b.min(n, 1u);
}
template <class T> __device__ T least(T a, T b) { return min(a, b); }
int host(int n) { return min(n, 3) + std::max<unsigned>(n, 2u); }
