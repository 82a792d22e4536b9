// The file's own constant takes the place of the built-in variable, where it is in sight.
__device__ int before() { return warpSize; }
#define WARP_SIZE 32
__global__ void k(float *p) {
    int lane = threadIdx.x % warpSize, w = threadIdx.x / warpSize;
    for (int o = warpSize / 2; o > 0; o >>= 1) p[0] += __shfl_down_sync(~0u, p[0], o, warpSize);
    if (lane < warpSize - 1) p[w * warpSize + lane] = lane & (warpSize - 1);
}
// ==== output
// The file's own constant takes the place of the built-in variable, where it is in sight.
#include <hip/hip_runtime.h>
__device__ int before() { return 32; }
#define WARP_SIZE 32
__global__ void k(float *p) {
    int lane = threadIdx.x % WARP_SIZE, w = threadIdx.x / WARP_SIZE;
    for (int o = WARP_SIZE / 2; o > 0; o >>= 1) p[0] += __shfl_down(p[0], o, WARP_SIZE);
    if (lane < WARP_SIZE - 1) p[w * WARP_SIZE + lane] = lane & (WARP_SIZE - 1);
}
