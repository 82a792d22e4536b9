#include <cub/cub.cuh>
#include <cub/util_debug.cuh>
__global__ void k(int *p) {
    using Sort = cub::WarpMergeSort<int, 4>;
    using Load = cub::WarpLoad<int, 4>;
    using Load2 = cub::WarpLoad<int, 4, cub::WARP_LOAD_VECTORIZE>;
    using Exchange = cub::WarpExchange<int, 4>;
    using Store = ::cub::WarpStore<int, 4>;
    using Wide = cub::WarpStore<int, 4, cub::WARP_STORE_DIRECT, 16>;
    __shared__ typename Exchange::TempStorage storage[4];
    __shared__ typename Sort::TempStorage keys[4];
    int values[4] = {p[0], p[1], p[2], p[3]};
    Exchange(storage[threadIdx.x / 32]).BlockedToStriped(values, values);
    p[0] = values[0] + CUB_WARP_THREADS(0) + CUB_LOG_WARP_THREADS(0) + cub::LaneId();
    p[1] = cub::LaneMaskLt() | cub::LaneMaskLe() | cub::LaneMaskGt() | ::cub::LaneMaskGe();
}
int main() {
    void *p;
    CubDebugExit(cudaMalloc(&p, 4));
    if (p) CubDebugExit(cudaFree(p)); else _CubLog("%d\n", 1);
}
// ==== output
#include <hip/hip_runtime.h>
#include <hipcub/hipcub.hpp>
#include <hipcub/config.hpp>
__global__ void k(int *p) {
    using Sort = hipcub::WarpMergeSort<int, 4, 32>;
    using Load = hipcub::WarpLoad<int, 4, hipcub::WARP_LOAD_DIRECT, 32>;
    using Load2 = hipcub::WarpLoad<int, 4, hipcub::WARP_LOAD_VECTORIZE, 32>;
    using Exchange = hipcub::WarpExchange<int, 4, 32>;
    using Store = ::hipcub::WarpStore<int, 4, hipcub::WARP_STORE_DIRECT, 32>;
    using Wide = hipcub::WarpStore<int, 4, hipcub::WARP_STORE_DIRECT, 16>;
    __shared__ typename Exchange::TempStorage storage[4];
    __shared__ typename Sort::TempStorage keys[4];
    int values[4] = {p[0], p[1], p[2], p[3]};
    Exchange(storage[threadIdx.x / 32]).BlockedToStriped(values, values);
    p[0] = values[0] + 32 + 5 + (__lane_id() & 31);
    p[1] = ((1u << (__lane_id() & 31)) - 1) | ((2u << (__lane_id() & 31)) - 1) | (~1u << (__lane_id() & 31)) | (~0u << (__lane_id() & 31));
}
int main() {
    void *p;
    (HipcubDebug(hipMalloc(&p, 4)) ? exit(1) : void());
    if (p) (HipcubDebug(hipFree(p)) ? exit(1) : void()); else printf("%d\n", 1);
}
