#include <cuda_runtime.h>
__global__ void copies(unsigned *p) {
    auto [x, y, z] = threadIdx;
    const auto [width, height, depth] = blockDim;
    x += width;
    p[x] = y + z + height + depth;
}
__global__ void references(unsigned *p) {
    const auto& [x, y, z]{blockIdx};
    auto const &[a, b, c](gridDim);
    auto &&[d, e, f] = threadIdx;
    p[x] = y + z + a + b + c + d + e + f;
}
__global__ void constant(unsigned *p) {
    auto &[x, y, z] = blockIdx;
    p[x] = y + z;
}
__global__ void others(unsigned *p, uint3 *index) {
    auto [x, y, z] = index[threadIdx.x];
    auto [a, b, c] = dim3(threadIdx);
    p[x] = y + z + a + b + c;
}
// ==== output
#include <hip/hip_runtime.h>
__global__ void copies(unsigned *p) {
    auto [x, y, z] = dim3(threadIdx);
    const auto [width, height, depth] = dim3(blockDim);
    x += width;
    p[x] = y + z + height + depth;
}
__global__ void references(unsigned *p) {
    const auto& [x, y, z]{dim3(blockIdx)};
    auto const &[a, b, c](dim3(gridDim));
    auto &&[d, e, f] = dim3(threadIdx);
    p[x] = y + z + a + b + c + d + e + f;
}
__global__ void constant(unsigned *p) {
    const auto &[x, y, z] = dim3(blockIdx);
    p[x] = y + z;
}
__global__ void others(unsigned *p, uint3 *index) {
    auto [x, y, z] = index[threadIdx.x];
    auto [a, b, c] = dim3(threadIdx);
    p[x] = y + z + a + b + c;
}
