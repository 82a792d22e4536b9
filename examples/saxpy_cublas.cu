// y = a * x + y through cuBLAS, on a stream, timed with events.
#include <cstdio>
#include <vector>

#include <cublas_v2.h>
#include <cuda_runtime.h>

int main() {
    const int n = 1 << 16;
    const float a = 2.0f;
    std::vector<float> x(n, 3.0f), y(n, 1.0f);

    cudaStream_t stream;
    cudaEvent_t start, stop;
    cublasHandle_t handle;
    cudaStreamCreate(&stream);
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) {
        return 1;
    }
    cublasSetStream(handle, stream);

    float *device_x = nullptr, *device_y = nullptr;
    cudaMalloc(reinterpret_cast<void **>(&device_x), n * sizeof(float));
    cudaMalloc(reinterpret_cast<void **>(&device_y), n * sizeof(float));
    cudaMemcpyAsync(device_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice, stream);
    cudaMemcpyAsync(device_y, y.data(), n * sizeof(float), cudaMemcpyHostToDevice, stream);

    cudaEventRecord(start, stream);
    cublasStatus_t status = cublasSaxpy(handle, n, &a, device_x, 1, device_y, 1);
    cudaEventRecord(stop, stream);

    cudaMemcpyAsync(y.data(), device_y, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    float milliseconds = 0.0f;
    cudaEventElapsedTime(&milliseconds, start, stop);
    std::printf("y[0] = %g (7 expected) in %g ms\n", y[0], milliseconds);

    cublasDestroy(handle);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaStreamDestroy(stream);
    cudaFree(device_x);
    cudaFree(device_y);
    return status == CUBLAS_STATUS_SUCCESS && y[0] == 7.0f ? 0 : 1;
}
