#include <cuda_runtime.h>
__device__ int f(size_t s, unsigned long long u, int i, unsigned m, uint64_t *p, long long *l) {
    return __ffsll(s) + __ffsll(u) + __ffsll((long long)s) + __ffsll(p[0] & 1) + __ffsll(p[0] & u) + __ffs(i) + __ffs(m) + __ffs(s) + __ffs(l[0]);
}
// ==== output
#include <hip/hip_runtime.h>
__device__ int f(size_t s, unsigned long long u, int i, unsigned m, uint64_t *p, long long *l) {
    return __ffsll(static_cast<long long>(s)) + __ffsll(u) + __ffsll((long long)s) + __ffsll(static_cast<long long>(p[0] & 1)) + __ffsll(p[0] & u) + __ffs(i) + __ffs(m) + __ffs(static_cast<int>(s)) + __ffs(static_cast<int>(l[0]));
}
