#include <cuda_runtime.h>
__device__ int index(const uint3 &block, uint3 thread);
__global__ void k(uint3 *where) {
    uint3 t = threadIdx;
    const uint3 &b = blockIdx;
    *where = threadIdx;
    index(blockIdx, threadIdx);
    dim3 size = blockDim;
    auto own = threadIdx;
    use(reinterpret_cast<const uint3 *>(&threadIdx));  // expect: DEV021
}
// ==== output
#include <hip/hip_runtime.h>
__device__ int index(const uint3 &block, uint3 thread);
__global__ void k(uint3 *where) {
    uint3 t = make_uint3(threadIdx.x, threadIdx.y, threadIdx.z);
    const uint3 &b = make_uint3(blockIdx.x, blockIdx.y, blockIdx.z);
    *where = make_uint3(threadIdx.x, threadIdx.y, threadIdx.z);
    index(make_uint3(blockIdx.x, blockIdx.y, blockIdx.z), make_uint3(threadIdx.x, threadIdx.y, threadIdx.z));
    dim3 size = blockDim;
    auto own = make_uint3(threadIdx.x, threadIdx.y, threadIdx.z);
    use(reinterpret_cast<const uint3 *>(&threadIdx));  // expect: DEV021
}
