#include <cuda_runtime.h>
__device__ int f(int);
__global__ void k(int *p) {
    int lane = threadIdx.x & (warpSize - 1);
    for (int o = warpSize >> 1; o > 0; o >>= 1) p[o] += __shfl_xor_sync(0xffffffff, p[lane], o);
    for (int o = (warpSize / 2); o > 0; o /= 2) p[o] += f(warpSize - 1);
    p[0] = warpSize - 1 - lane, p[1] = lane + warpSize >> 1, p[2] = warpSize >> lane, p[3] = (warpSize >> 1) - 1;
    p[4] = ~(warpSize - 1), p[5] = f((warpSize - 1)), p[6] = sizeof(warpSize - 1), p[7] = (warpSize - 1) * 2;
    p[8] = lane + warpSize - 1;
}
// ==== output
#include <hip/hip_runtime.h>
__device__ int f(int);
__global__ void k(int *p) {
    int lane = threadIdx.x & 31;
    for (int o = 16; o > 0; o >>= 1) p[o] += __shfl_xor(p[lane], o, 32);
    for (int o = 16; o > 0; o /= 2) p[o] += f(31);
    p[0] = 32 - 1 - lane, p[1] = lane + 32 >> 1, p[2] = 32 >> lane, p[3] = 16 - 1;
    p[4] = ~(31), p[5] = f(31), p[6] = sizeof(31), p[7] = 31 * 2;
    p[8] = lane + 32 - 1;
}
