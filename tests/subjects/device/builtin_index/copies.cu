#include <cuda_runtime.h>

__device__ int index_of(uint3 where);
__device__ int size_of(dim3 size);

__global__ void copies(int *out) {
    auto only_read = threadIdx;
    auto given = threadIdx;
    const dim3 given_as_size = blockIdx;
    auto changed = blockIdx;
    auto stepped = threadIdx;
    auto assigned = threadIdx;
    auto size = blockDim, other_size = gridDim;
    auto first = threadIdx, second = blockIdx;
    auto grid = gridDim;
    changed.x += only_read.x;
    ++stepped.y;
    assigned = changed;
    grid.x = 1;
    out[0] = index_of(given) + size_of(given_as_size) + size_of(size) + first.x == second.x;
}

__global__ void choices(int *out, bool c) {
    auto either = c ? threadIdx : blockIdx;
    out[0] = (c ? blockDim : gridDim).x;
    dim3 size = c ? threadIdx : blockIdx;
}

__global__ void lambdas(int *out) {
    auto index = [=] __device__(int n, uint3 where) { return where.x; };
    auto taken = [](dim3 size) { return size.x; };
    out[0] = index(1, threadIdx) + taken(threadIdx);
    if (out[0]) {
        auto either = [](dim3 size) { return size.x; };
        out[0] = either(threadIdx);
    }
    auto either = [](uint3 where) { return where.x; };
}
// ==== output
#include <hip/hip_runtime.h>

__device__ int index_of(uint3 where);
__device__ int size_of(dim3 size);

__global__ void copies(int *out) {
    auto only_read = make_uint3(threadIdx.x, threadIdx.y, threadIdx.z);
    auto given = make_uint3(threadIdx.x, threadIdx.y, threadIdx.z);
    const dim3 given_as_size = blockIdx;
    auto changed = make_uint3(blockIdx.x, blockIdx.y, blockIdx.z);
    auto stepped = make_uint3(threadIdx.x, threadIdx.y, threadIdx.z);
    auto assigned = make_uint3(threadIdx.x, threadIdx.y, threadIdx.z);
    auto size = dim3(blockDim), other_size = dim3(gridDim);
    auto first = make_uint3(threadIdx.x, threadIdx.y, threadIdx.z), second = make_uint3(blockIdx.x, blockIdx.y, blockIdx.z);
    auto grid = dim3(gridDim);
    changed.x += only_read.x;
    ++stepped.y;
    assigned = changed;
    grid.x = 1;
    out[0] = index_of(given) + size_of(given_as_size) + size_of(size) + first.x == second.x;
}

__global__ void choices(int *out, bool c) {
    auto either = c ? make_uint3(threadIdx.x, threadIdx.y, threadIdx.z) : make_uint3(blockIdx.x, blockIdx.y, blockIdx.z);
    out[0] = (c ? dim3(blockDim) : dim3(gridDim)).x;
    dim3 size = c ? dim3(threadIdx) : dim3(blockIdx);
}

__global__ void lambdas(int *out) {
    auto index = [=] __device__(int n, uint3 where) { return where.x; };
    auto taken = [](dim3 size) { return size.x; };
    out[0] = index(1, make_uint3(threadIdx.x, threadIdx.y, threadIdx.z)) + taken(threadIdx);
    if (out[0]) {
        auto either = [](dim3 size) { return size.x; };
        out[0] = either(threadIdx);
    }
    auto either = [](uint3 where) { return where.x; };
}
