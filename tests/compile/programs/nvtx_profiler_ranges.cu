// NVTX ranges (C API and an RAII class), profiler start/stop, event timing.
#include <nvtx3/nvToolsExt.h>
#include <cuda_profiler_api.h>
#include <cstdio>
#include <cstring>
#include <vector>

class ScopedRange {
public:
    explicit ScopedRange(const char *name) { nvtxRangePushA(name); }
    ~ScopedRange() { nvtxRangePop(); }
};

#ifdef NO_NVTX
#define RANGE(name)
#else
#define RANGE(name) ScopedRange range_##__LINE__(name)
#endif

__global__ void relax(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3.0f;
    else if (i < n) out[i] = in[i];
}

static cudaError_t step(float *&a, float *&b, int n)
{
    RANGE("step");
    relax<<<(n + 255) / 256, 256>>>(a, b, n);
    float *t = a; a = b; b = t;
    return cudaPeekAtLastError();
}

int main()
{
    const int n = 1 << 16;
    std::vector<float> h(n, 1.0f);
    float *a, *b, ms = 0;
    {
        RANGE("setup");
        cudaMalloc(&a, n * sizeof(float));
        cudaMalloc(&b, n * sizeof(float));
        cudaMemcpy(a, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    }
    cudaEvent_t e0, e1;
    cudaEventCreate(&e0);
    cudaEventCreate(&e1);
    cudaProfilerStart();
    nvtxRangeId_t id = nvtxRangeStartA("solve");
    cudaEventRecord(e0);
    for (int i = 0; i < 100; i++) {
        if (step(a, b, n) != cudaSuccess) { printf("FAIL\n"); return 1; }
        if (i % 50 == 0) nvtxMarkA("checkpoint");
    }
    cudaEventRecord(e1);
    cudaEventSynchronize(e1);
    nvtxRangeEnd(id);
    cudaProfilerStop();
    nvtxRangePushA("verify");
    cudaEventElapsedTime(&ms, e0, e1);
    cudaMemcpy(h.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost);
    int bad = 0;
    for (float x : h) bad += x < 0.999f || x > 1.001f;
    nvtxRangePop();
    nvtxNameOsThreadA(0, "main");
    printf("%.4f ms/step %s\n", ms / 100, bad ? "FAIL" : "PASS");
    cudaEventDestroy(e0);
    cudaEventDestroy(e1);
    cudaFree(a);
    cudaFree(b);
    return bad;
}
