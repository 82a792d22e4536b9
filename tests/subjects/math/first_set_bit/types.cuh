#include <cuda_runtime.h>
__device__ int f(size_t s, unsigned long long u, int i, unsigned m, uint64_t *p) {
    return __ffsll(s) + __ffsll(u) + __ffsll((long long)s) + __ffsll(p[0] & u) + __ffs(i) + __ffs(m) + __ffs(s);
}
// ==== output
#include <hip/hip_runtime.h>
__device__ int f(size_t s, unsigned long long u, int i, unsigned m, uint64_t *p) {
    return __ffsll(static_cast<long long>(s)) + __ffsll(u) + __ffsll((long long)s) + __ffsll(static_cast<long long>(p[0] & u)) + __ffs(i) + __ffs(m) + __ffs(static_cast<int>(s));
}
