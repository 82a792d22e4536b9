// Scoped atomics from libcu++: cuda::atomic_ref and cuda::atomic flags.
#include <cuda/atomic>
#include <cstdio>

__global__ void histogram(const unsigned char* data, int n, int* bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        cuda::atomic_ref<int, cuda::thread_scope_device> bin(bins[data[i]]);
        bin.fetch_add(1, cuda::memory_order_relaxed);
    }
}

__global__ void producerConsumer(cuda::atomic<int, cuda::thread_scope_device>* flag, volatile int* payload, int* seen)
{
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *payload = 42;
        flag->store(1, cuda::std::memory_order_release);
    } else if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (flag->load(cuda::std::memory_order_acquire) == 0) { }
        *seen = *payload;
    }
}

int main()
{
    const int n = 100000;
    unsigned char* data;
    int *bins, *seen, *payload;
    cuda::atomic<int, cuda::thread_scope_device>* flag;
    cudaMallocManaged(&data, n);
    cudaMallocManaged(&bins, 256 * sizeof(int));
    cudaMallocManaged(&seen, sizeof(int));
    cudaMallocManaged(&payload, sizeof(int));
    cudaMallocManaged(&flag, sizeof(*flag));
    int ref[256] = {0}, bad = 0;
    for (int i = 0; i < n; i++) { data[i] = i * 31 >> 3; ref[data[i]]++; }
    for (int b = 0; b < 256; b++) bins[b] = 0;
    new (flag) cuda::atomic<int, cuda::thread_scope_device>(0);
    histogram<<<(n + 255) / 256, 256>>>(data, n, bins);
    producerConsumer<<<2, 32>>>(flag, payload, seen);
    cudaDeviceSynchronize();
    for (int b = 0; b < 256; b++) bad += bins[b] != ref[b];
    bad += *seen != 42;
    printf("%s\n", bad ? "FAIL" : "PASS");
    return bad;
}
