#include <cuda_runtime.h>
struct Made {
    __device__ explicit Made(uint3 u) : of(u) {}
    __device__ Made(int n, const uint3 &u) : of(u) {}
    __device__ Made() : of(threadIdx), block{blockIdx} {}
    uint3 of, block;
};
struct Pair {
    int n;
    uint3 first, second;
    dim3 size;
};
struct Other {
    dim3 size;
    __device__ Other() : size(blockDim) {}
};
__device__ uint3 thread() {
    if (blockIdx.x) {
        for (int i = 0; i < 3; ++i) return blockIdx;
    }
    return threadIdx;
}
__device__ auto behind() -> uint3 { return threadIdx; }
__device__ dim3 size() { return blockDim; }
__device__ auto own() { return threadIdx; }
__device__ void take(int n, uint3 u);
__global__ void k(uint3 *where, uint3 (*table)[4], Pair *pairs, dim3 *sizes, int i) {
    where[i] = threadIdx;
    where[where[i].x + 1] = blockIdx;
    pairs[i].second = threadIdx;
    pairs->size = blockDim;
    sizes[0] = gridDim;
    Made a(threadIdx);
    Made b{blockIdx};
    Made c = Made(max(i, 1), threadIdx);
    Pair p{1, threadIdx, blockIdx, blockDim};
    Pair q = {1, threadIdx, blockIdx, blockDim};
    uint3 both[2] = {threadIdx, blockIdx};
    take(max(i, 2), threadIdx);
    auto f = [](int n) { return threadIdx; };
    auto g = [](int n) -> uint3 { return threadIdx; };
    dim3 d(threadIdx);
    if (i == size().x) take(i, blockIdx);
}
// ==== output
#include <hip/hip_runtime.h>
struct Made {
    __device__ explicit Made(uint3 u) : of(u) {}
    __device__ Made(int n, const uint3 &u) : of(u) {}
    __device__ Made() : of(make_uint3(threadIdx.x, threadIdx.y, threadIdx.z)), block{make_uint3(blockIdx.x, blockIdx.y, blockIdx.z)} {}
    uint3 of, block;
};
struct Pair {
    int n;
    uint3 first, second;
    dim3 size;
};
struct Other {
    dim3 size;
    __device__ Other() : size(blockDim) {}
};
__device__ uint3 thread() {
    if (blockIdx.x) {
        for (int i = 0; i < 3; ++i) return make_uint3(blockIdx.x, blockIdx.y, blockIdx.z);
    }
    return make_uint3(threadIdx.x, threadIdx.y, threadIdx.z);
}
__device__ auto behind() -> uint3 { return make_uint3(threadIdx.x, threadIdx.y, threadIdx.z); }
__device__ dim3 size() { return blockDim; }
__device__ auto own() { return make_uint3(threadIdx.x, threadIdx.y, threadIdx.z); }
__device__ void take(int n, uint3 u);
__global__ void k(uint3 *where, uint3 (*table)[4], Pair *pairs, dim3 *sizes, int i) {
    where[i] = make_uint3(threadIdx.x, threadIdx.y, threadIdx.z);
    where[where[i].x + 1] = make_uint3(blockIdx.x, blockIdx.y, blockIdx.z);
    pairs[i].second = make_uint3(threadIdx.x, threadIdx.y, threadIdx.z);
    pairs->size = blockDim;
    sizes[0] = gridDim;
    Made a(make_uint3(threadIdx.x, threadIdx.y, threadIdx.z));
    Made b{make_uint3(blockIdx.x, blockIdx.y, blockIdx.z)};
    Made c = Made(max(i, 1), make_uint3(threadIdx.x, threadIdx.y, threadIdx.z));
    Pair p{1, make_uint3(threadIdx.x, threadIdx.y, threadIdx.z), make_uint3(blockIdx.x, blockIdx.y, blockIdx.z), blockDim};
    Pair q = {1, make_uint3(threadIdx.x, threadIdx.y, threadIdx.z), make_uint3(blockIdx.x, blockIdx.y, blockIdx.z), blockDim};
    uint3 both[2] = {make_uint3(threadIdx.x, threadIdx.y, threadIdx.z), make_uint3(blockIdx.x, blockIdx.y, blockIdx.z)};
    take(max(i, 2), make_uint3(threadIdx.x, threadIdx.y, threadIdx.z));
    auto f = [](int n) { return make_uint3(threadIdx.x, threadIdx.y, threadIdx.z); };
    auto g = [](int n) -> uint3 { return make_uint3(threadIdx.x, threadIdx.y, threadIdx.z); };
    dim3 d(threadIdx);
    if (i == size().x) take(i, make_uint3(blockIdx.x, blockIdx.y, blockIdx.z));
}
