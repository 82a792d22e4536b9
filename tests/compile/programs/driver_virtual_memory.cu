// Growable device array with the driver's virtual memory calls; runtime and
// driver errors go through overloads of one function.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda.h>
#include <cuda_runtime.h>

inline void report(cudaError_t e, const char *f, int l)
{
    if (e != cudaSuccess) { fprintf(stderr, "%s:%d runtime: %s\n", f, l, cudaGetErrorString(e)); exit(1); }
}
inline void report(CUresult r, const char *f, int l)
{
    if (r != CUDA_SUCCESS) {
        const char *name = nullptr, *text = nullptr;
        cuGetErrorName(r, &name);
        cuGetErrorString(r, &text);
        fprintf(stderr, "%s:%d driver: %s (%s)\n", f, l, name, text);
        exit(1);
    }
}
#define CHECK(x) report((x), __FILE__, __LINE__)

__global__ void setAll(int *p, size_t n, int base)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) p[i] = base + (int)i;
}

class Growable {
    CUdeviceptr base_ = 0;
    size_t reserved_ = 0, size_ = 0, gran_ = 0;
    CUmemAllocationProp prop_ = {};
    CUmemAccessDesc access_ = {};
    std::vector<CUmemGenericAllocationHandle> handles_;
    std::vector<size_t> sizes_;
public:
    Growable(int dev, size_t reserve)
    {
        prop_.type = CU_MEM_ALLOCATION_TYPE_PINNED;
        prop_.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
        prop_.location.id = dev;
        access_.location = prop_.location;
        access_.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
        CHECK(cuMemGetAllocationGranularity(&gran_, &prop_, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
        reserved_ = (reserve + gran_ - 1) / gran_ * gran_;
        CHECK(cuMemAddressReserve(&base_, reserved_, 0, 0, 0));
    }
    void grow(size_t bytes)
    {
        if (bytes <= size_) return;
        size_t more = (bytes - size_ + gran_ - 1) / gran_ * gran_;
        CUmemGenericAllocationHandle h;
        CHECK(cuMemCreate(&h, more, &prop_, 0));
        CHECK(cuMemMap(base_ + size_, more, 0, h, 0));
        CHECK(cuMemSetAccess(base_ + size_, more, &access_, 1));
        handles_.push_back(h);
        sizes_.push_back(more);
        size_ += more;
    }
    ~Growable()
    {
        CUdeviceptr p = base_;
        for (size_t i = 0; i < handles_.size(); i++) {
            cuMemUnmap(p, sizes_[i]);
            cuMemRelease(handles_[i]);
            p += sizes_[i];
        }
        cuMemAddressFree(base_, reserved_);
    }
    int *data() const { return reinterpret_cast<int *>(base_); }
    size_t granularity() const { return gran_; }
};

int main()
{
    CHECK(cuInit(0));
    CHECK(cudaFree(0));
    CUdevice dev;
    int vmm = 0;
    CHECK(cuDeviceGet(&dev, 0));
    CHECK(cuDeviceGetAttribute(&vmm, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, dev));
    if (!vmm) { puts("SKIP"); return 0; }
    int bad = 0;
    {
        Growable g(dev, 64u << 20);
        size_t n = 0;
        for (size_t step = 1; step <= 4; step++) {
            size_t more = step * g.granularity() / sizeof(int) / 2;
            g.grow((n + more) * sizeof(int));
            setAll<<<(unsigned)((more + 255) / 256), 256>>>(g.data() + n, more, (int)n);
            CHECK(cudaGetLastError());
            n += more;
        }
        std::vector<int> h(n);
        CHECK(cuMemcpyDtoH(h.data(), (CUdeviceptr)g.data(), n * sizeof(int)));
        for (size_t i = 0; i < n; i++) bad += h[i] != (int)i;
    }
    printf("%s\n", bad ? "FAIL" : "PASS");
    return bad;
}
