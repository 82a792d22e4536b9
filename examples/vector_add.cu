// Adds two vectors: the smallest complete CUDA program.
#include <cstdio>
#include <vector>

#include <cuda_runtime.h>

#define CHECK(call)                                                              \
    do {                                                                         \
        cudaError_t status = (call);                                             \
        if (status != cudaSuccess) {                                             \
            std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(status)); \
            return 1;                                                            \
        }                                                                        \
    } while (0)

__global__ void add(const float *a, const float *b, float *sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        sum[i] = a[i] + b[i];
    }
}

int main() {
    const int n = 1 << 20;
    const size_t bytes = n * sizeof(float);
    std::vector<float> a(n, 1.0f), b(n, 2.0f), sum(n);

    float *device_a = nullptr, *device_b = nullptr, *device_sum = nullptr;
    CHECK(cudaMalloc(&device_a, bytes));
    CHECK(cudaMalloc(&device_b, bytes));
    CHECK(cudaMalloc(&device_sum, bytes));
    CHECK(cudaMemcpy(device_a, a.data(), bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(device_b, b.data(), bytes, cudaMemcpyHostToDevice));

    add<<<(n + 255) / 256, 256>>>(device_a, device_b, device_sum, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(sum.data(), device_sum, bytes, cudaMemcpyDeviceToHost));

    CHECK(cudaFree(device_a));
    CHECK(cudaFree(device_b));
    CHECK(cudaFree(device_sum));
    std::printf("sum[0] = %g (3 expected)\n", sum[0]);
    return sum[0] == 3.0f ? 0 : 1;
}
