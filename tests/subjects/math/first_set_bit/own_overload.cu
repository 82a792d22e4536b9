#include <cuda_runtime.h>
struct Own { int x; };
__device__ int __ffsll(Own x) { return x.x; }
__device__ int g(Own o, size_t s) { return __ffsll(o) + __ffsll(s) + __ffsll(other(s)) + __ffs((uint64_t)s); }
// ==== output
#include <hip/hip_runtime.h>
struct Own { int x; };
__device__ int __ffsll(Own x) { return x.x; }
__device__ int g(Own o, size_t s) { return __ffsll(o) + __ffsll(static_cast<long long>(s)) + __ffsll(other(s)) + __ffs(static_cast<int>((uint64_t)s)); }
