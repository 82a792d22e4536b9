#include <cuda.h>
struct Range {
    Range(size_t n, CUdeviceptr hint, CUresult *status);
    explicit Range(const CUdeviceptr &hint);
    Range(const Range &) = delete;
    Range(int n, size_t size);
};
struct Either {
    Either(CUdeviceptr hint, int n);
    Either(int n, CUdeviceptr hint);
    Either(CUdeviceptr *list);
};
void f(size_t n, CUdeviceptr p, CUresult *status) {
    auto a = std::make_unique<Range>(n, 0ULL, status);
    auto b = std::make_shared<mine::Range>(0);
    auto c = std::make_unique<Range>(0, p, status);
    auto d = std::make_unique<Range>(0, 0), e = std::make_unique<Range>(1);
    auto g = std::make_unique<Either>(0, 0), h = std::make_unique<Either>(0);
    auto i = std::make_unique<Other>(n, 0, status);
    Range j(n, 0, status);
}
// ==== output
#include <hip/hip_runtime.h>
struct Range {
    Range(size_t n, hipDeviceptr_t hint, hipError_t *status);
    explicit Range(const hipDeviceptr_t &hint);
    Range(const Range &) = delete;
    Range(int n, size_t size);
};
struct Either {
    Either(hipDeviceptr_t hint, int n);
    Either(int n, hipDeviceptr_t hint);
    Either(hipDeviceptr_t *list);
};
void f(size_t n, hipDeviceptr_t p, hipError_t *status) {
    auto a = std::make_unique<Range>(n, hipDeviceptr_t{}, status);
    auto b = std::make_shared<mine::Range>(hipDeviceptr_t{});
    auto c = std::make_unique<Range>(0, p, status);
    auto d = std::make_unique<Range>(0, 0), e = std::make_unique<Range>(1);
    auto g = std::make_unique<Either>(0, 0), h = std::make_unique<Either>(0);
    auto i = std::make_unique<Other>(n, 0, status);
    Range j(n, 0, status);
}
