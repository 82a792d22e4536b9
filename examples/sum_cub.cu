// Sums numbers with CUB: namespaces and template arguments change too.
#include <cstdio>
#include <vector>

#include <cub/cub.cuh>
#include <cuda_runtime.h>

template <int THREADS>
__global__ void block_sums(const int *in, int *out) {
    using BlockReduce = cub::BlockReduce<int, THREADS>;
    __shared__ typename BlockReduce::TempStorage storage;
    int sum = BlockReduce(storage).Sum(in[blockIdx.x * THREADS + threadIdx.x]);
    if (threadIdx.x == 0) {
        out[blockIdx.x] = sum;
    }
}

int main() {
    constexpr int threads = 128, blocks = 64, n = threads * blocks;
    std::vector<int> numbers(n, 1);
    int *device_numbers = nullptr, *device_sums = nullptr, *device_total = nullptr;
    cudaMalloc(&device_numbers, n * sizeof(int));
    cudaMalloc(&device_sums, blocks * sizeof(int));
    cudaMalloc(&device_total, sizeof(int));
    cudaMemcpy(device_numbers, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice);

    block_sums<threads><<<blocks, threads>>>(device_numbers, device_sums);

    size_t bytes = 0;
    cub::DeviceReduce::Sum(nullptr, bytes, device_sums, device_total, blocks);
    void *scratch = nullptr;
    cudaMalloc(&scratch, bytes);
    cub::DeviceReduce::Sum(scratch, bytes, device_sums, device_total, blocks);

    int total = 0;
    cudaMemcpy(&total, device_total, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(device_numbers);
    cudaFree(device_sums);
    cudaFree(device_total);
    cudaFree(scratch);
    std::printf("total = %d (%d expected)\n", total, n);
    return total == n ? 0 : 1;
}
