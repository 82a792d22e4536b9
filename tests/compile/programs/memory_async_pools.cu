// Stream-ordered allocation: default pool, own pool, release threshold.
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <vector>

inline void throwOnError(cudaError_t e, const char* expr, int line)
{
    if (e == cudaSuccess) return;
    std::ostringstream os;
    os << expr << " at " << line << ": " << cudaGetErrorName(e);
    throw std::runtime_error(os.str());
}
#define CU(expr) throwOnError((expr), #expr, __LINE__)

__global__ void iota(int* p, int n, int start)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) p[i] = start + i;
}
__global__ void addTo(const int* a, int* b, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) b[i] += a[i];
}

struct AsyncDeleter {
    cudaStream_t s;
    void operator()(int* p) const { cudaFreeAsync(p, s); }
};

int main()
{
    try {
        int dev, supported = 0;
        CU(cudaGetDevice(&dev));
        CU(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, dev));
        if (!supported) { std::cout << "no pools: SKIP\n"; return 0; }

        cudaStream_t s;
        CU(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));

        cudaMemPool_t def, pool;
        CU(cudaDeviceGetDefaultMemPool(&def, dev));
        std::uint64_t threshold = UINT64_MAX;
        CU(cudaMemPoolSetAttribute(def, cudaMemPoolAttrReleaseThreshold, &threshold));

        cudaMemPoolProps props = {};
        props.allocType = cudaMemAllocationTypePinned;
        props.handleTypes = cudaMemHandleTypeNone;
        props.location.type = cudaMemLocationTypeDevice;
        props.location.id = dev;
        CU(cudaMemPoolCreate(&pool, &props));

        const int n = 100000;
        std::vector<int> h(n);
        bool ok = true;
        for (int it = 0; it < 5; ++it) {
            int *a, *b;
            CU(cudaMallocAsync(&a, n * sizeof(int), s));
            CU(cudaMallocFromPoolAsync((void**)&b, n * sizeof(int), pool, s));
            CU(cudaMemsetAsync(b, 0, n * sizeof(int), s));
            iota<<<64, 256, 0, s>>>(a, n, it);
            addTo<<<64, 256, 0, s>>>(a, b, n);
            addTo<<<64, 256, 0, s>>>(a, b, n);
            CU(cudaMemcpyAsync(h.data(), b, n * sizeof(int), cudaMemcpyDeviceToHost, s));
            CU(cudaFreeAsync(a, s));
            CU(cudaFreeAsync(b, s));
            CU(cudaStreamSynchronize(s));
            for (int i = 0; i < n; ++i) ok = ok && h[i] == 2 * (it + i);
        }
        std::uint64_t used = 0, high = 0;
        CU(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
        CU(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &high));
        CU(cudaMemPoolTrimTo(pool, 0));
        CU(cudaDeviceSetMemPool(dev, def));
        CU(cudaMemPoolDestroy(pool));
        CU(cudaStreamDestroy(s));
        std::cout << "high water " << high << " bytes, now " << used << "\n" << (ok && used == 0 ? "PASS" : "FAIL") << "\n";
        return ok ? 0 : 1;
    } catch (const std::exception& e) {
        std::cerr << e.what() << std::endl;
        return 2;
    }
}
