#include <cuda_runtime.h>

__device__ int first_of(int v) { return __shfl_sync(0xffffffff, v, 0); }
template <class T>
__device__ T from(T v, int lane) { return __shfl_sync(0xffffffff, v, lane); }

__global__ void passed(int *n, float *sum) {
    int old, ticket;
    float all;
    if (threadIdx.x % 32 == 0) old = atomicAdd(n, 1);
    if (threadIdx.x % 32 == 3) {
        ticket = atomicExch(n, 2);
        all = atomicAdd(sum, 1.0f);
    }
    old = first_of(old);
    n[1] = from(ticket, 3) + from(old, 3);
    sum[1] = from( /* of lane 3 */ all, 3);
}

__global__ void kept(int *n) {
    int by_hip, kept, at_once, known = 4;
    if (threadIdx.x % 32 == 0) by_hip = atomicAdd(n, 1);
    by_hip = __shfl_sync(0xffffffff, by_hip, 0);
    if (threadIdx.x == 0) {
        kept = atomicAdd(n, 1);
        n[2] = kept;
    }
    at_once = atomicAdd(n, 1);
    known = atomicAdd(n, 1);
    n[3] = first_of(at_once) + first_of(known) + first_of(by_hip + 1);
}

__global__ void other(int *n) {
    int kept;
    kept = 3;
    n[4] = first_of(kept);
}
// ==== output
#include <hip/hip_runtime.h>

__device__ int first_of(int v) { return __shfl(v, 0, 32); }
template <class T>
__device__ T from(T v, int lane) { return __shfl(v, lane, 32); }

__global__ void passed(int *n, float *sum) {
    int old = 0, ticket = 0;
    float all = 0;
    if (threadIdx.x % 32 == 0) old = atomicAdd(n, 1);
    if (threadIdx.x % 32 == 3) {
        ticket = atomicExch(n, 2);
        all = atomicAdd(sum, 1.0f);
    }
    old = first_of(old);
    n[1] = from(ticket, 3) + from(old, 3);
    sum[1] = from( /* of lane 3 */ all, 3);
}

__global__ void kept(int *n) {
    int by_hip, kept, at_once, known = 4;
    if (threadIdx.x % 32 == 0) by_hip = atomicAdd(n, 1);
    by_hip = __shfl(by_hip, 0, 32);
    if (threadIdx.x == 0) {
        kept = atomicAdd(n, 1);
        n[2] = kept;
    }
    at_once = atomicAdd(n, 1);
    known = atomicAdd(n, 1);
    n[3] = first_of(at_once) + first_of(known) + first_of(by_hip + 1);
}

__global__ void other(int *n) {
    int kept;
    kept = 3;
    n[4] = first_of(kept);
}
