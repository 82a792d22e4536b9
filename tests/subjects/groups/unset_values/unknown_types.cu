#include "range.h"
__device__ int of_first(int v) { return __shfl_sync(0xffffffff, v, 0); }
__device__ Range take(int *count);

__global__ void k(int *count, offset_t *offsets) {
    Range range, whole, ranges[4], started{}, by_hip;
    offset_t offset;
    if (threadIdx.x % 32 == 0) {
        range.first = atomicAdd(count, 1);
        ranges[0].first = by_hip.first = started.first = range.first;
        offset = atomicAdd(offsets, range.first);
        whole = take(count);
    }
    range.first = of_first(range.first) + of_first(whole.last);
    count[1] = of_first(ranges[1].first) + of_first(started.first) + of_first(offset);
    count[2] = __shfl_sync(0xffffffff, by_hip.first, 0);
}
// ==== output
#include <hip/hip_runtime.h>
#include "range.h"
__device__ int of_first(int v) { return __shfl(v, 0, 32); }
__device__ Range take(int *count);

__global__ void k(int *count, offset_t *offsets) {
    Range range{}, whole{}, ranges[4], started{}, by_hip;
    offset_t offset{};
    if (threadIdx.x % 32 == 0) {
        range.first = atomicAdd(count, 1);
        ranges[0].first = by_hip.first = started.first = range.first;
        offset = atomicAdd(offsets, range.first);
        whole = take(count);
    }
    range.first = of_first(range.first) + of_first(whole.last);
    count[1] = of_first(ranges[1].first) + of_first(started.first) + of_first(offset);
    count[2] = __shfl(by_hip.first, 0, 32);
}
