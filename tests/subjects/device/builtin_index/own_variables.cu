#include <cuda_runtime.h>
#define BOTH(f) f(blockIdx, 1)
__global__ void k(int *o, int n) {
    for (int blockIdx = 0; blockIdx < n; ++blockIdx) if (blockIdx == 0) o[blockIdx] = blockIdx;
    const int threadIdx = n; o[0] = threadIdx + 1;
}
// ==== output
#include <hip/hip_runtime.h>
#define BOTH(f) f(blockIdx, 1)
__global__ void k(int *o, int n) {
    for (int blockIdx = 0; blockIdx < n; ++blockIdx) if (blockIdx == 0) o[blockIdx] = blockIdx;
    const int threadIdx = n; o[0] = threadIdx + 1;
}
