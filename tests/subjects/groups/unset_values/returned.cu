__device__ int from(int v, int lane) { return __shfl_sync(0xffffffff, v, lane); }

__device__ int taken_by_first(int *n) {
    int base, least, again;
    if (threadIdx.x == 0) base = least = atomicAdd(n, 1);
    if (threadIdx.x == 0) {
        again = atomicAdd(n, 1);
        n[1] = from(again, 0);
    }
    n[2] = min(least, 4);
    return base;
}

template <class T>
__device__ T taken_of(T *n) {
    T base;
    if (threadIdx.x == 0) base = atomicAdd(n, T(1));
    return base;
}
// ==== output
#include <hip/hip_runtime.h>
__device__ int from(int v, int lane) { return __shfl(v, lane, 32); }

__device__ int taken_by_first(int *n) {
    int base = 0, least = 0, again;
    if (threadIdx.x == 0) base = least = atomicAdd(n, 1);
    if (threadIdx.x == 0) {
        again = atomicAdd(n, 1);
        n[1] = from(again, 0);
    }
    n[2] = min(least, 4);
    return base;
}

template <class T>
__device__ T taken_of(T *n) {
    T base{};
    if (threadIdx.x == 0) base = atomicAdd(n, T(1));
    return base;
}
