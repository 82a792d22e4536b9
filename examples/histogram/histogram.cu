// Counts letters with shared-memory atomics; two files, one of them a header.
#include <cstring>

#include "check.cuh"

__global__ void count_letters(const char *text, int length, unsigned *counts) {
    __shared__ unsigned local[26];
    if (threadIdx.x < 26) {
        local[threadIdx.x] = 0;
    }
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < length; i += gridDim.x * blockDim.x) {
        if (text[i] >= 'a' && text[i] <= 'z') {
            atomicAdd(&local[text[i] - 'a'], 1u);
        }
    }
    __syncthreads();
    if (threadIdx.x < 26) {
        atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
    }
}

int main() {
    const char *text = "the quick brown fox jumps over the lazy dog";
    const int length = static_cast<int>(std::strlen(text));
    cudaDeviceProp properties;
    check(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
    std::printf("%s, %d multiprocessors\n", properties.name, properties.multiProcessorCount);

    char *device_text = nullptr;
    unsigned *counts = nullptr;
    check(cudaMalloc(&device_text, length), "cudaMalloc");
    check(cudaMallocManaged(&counts, 26 * sizeof(unsigned)), "cudaMallocManaged");
    check(cudaMemset(counts, 0, 26 * sizeof(unsigned)), "cudaMemset");
    check(cudaMemcpy(device_text, text, length, cudaMemcpyHostToDevice), "cudaMemcpy");
    count_letters<<<4, 64>>>(device_text, length, counts);
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    unsigned o = counts['o' - 'a'];
    std::printf("o occurs %u times (4 expected)\n", o);
    check(cudaFree(device_text), "cudaFree");
    check(cudaFree(counts), "cudaFree");
    return o == 4 ? 0 : 1;
}
