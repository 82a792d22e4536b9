__device__ int from(int v, int lane) { return __shfl_sync(0xffffffff, v, lane); }

__global__ void beside(int *n) {
    int lane = threadIdx.x % 32;
    int old, next, by_case, sum, unconditional, alone;
    __shared__ int base;
    static __device__ int kept;
    if (lane == 0) {
        old = atomicAdd(n, 1);
        next = old + 1;
    }
    switch (lane) { case 3: by_case = atomicSub(n, 1); }
    for (int i = 0; i < 4; i++) sum = i;
    do { unconditional = atomicAdd(n, 2); } while (lane < n[1]);
    if (threadIdx.x == 0) base = kept = atomicAdd(n, 1);
    if (lane == 1) alone = 3;
    n[1] = from(next, 0) + from(by_case, 3) + from(base, 0) + from(kept, 0) + from(alone, 1);
    n[2] = from(sum, 0) + from(unconditional, 0);
    switch (n[1]) {
        case 0:
            int passed_by;
            if (lane == 0) passed_by = atomicAdd(n, 1);
            n[3] = from(passed_by, 0);
            break;
        case 1: n[3] = 1;
    }
}
// ==== output
#include <hip/hip_runtime.h>
__device__ int from(int v, int lane) { return __shfl(v, lane, 32); }

__global__ void beside(int *n) {
    int lane = threadIdx.x % 32;
    int old, next = 0, by_case = 0, sum, unconditional, alone;
    __shared__ int base;
    static __device__ int kept;
    if (lane == 0) {
        old = atomicAdd(n, 1);
        next = old + 1;
    }
    switch (lane) { case 3: by_case = atomicSub(n, 1); }
    for (int i = 0; i < 4; i++) sum = i;
    do { unconditional = atomicAdd(n, 2); } while (lane < n[1]);
    if (threadIdx.x == 0) base = kept = atomicAdd(n, 1);
    if (lane == 1) alone = 3;
    n[1] = from(next, 0) + from(by_case, 3) + from(base, 0) + from(kept, 0) + from(alone, 1);
    n[2] = from(sum, 0) + from(unconditional, 0);
    switch (n[1]) {
        case 0:
            int passed_by;
            if (lane == 0) passed_by = atomicAdd(n, 1);
            n[3] = from(passed_by, 0);
            break;
        case 1: n[3] = 1;
    }
}
