#include <cuda.h>
struct Buffer {
  CUdeviceptr p = 0;
  operator CUdeviceptr() const { return p; }
};
void f(Buffer& y, Buffer* z) {
  cuMemsetD32(y, 0, 1024);
  cuMemsetD32(y + 4, 1, 1023);  // expect: API007
  cuMemsetD32(*z + 4, 1, 1023);  // expect: API007
  cuMemsetD32(y.p + 4, 1, 1023);
}
template <typename T> CUdeviceptr element(CUdeviceptr p, size_t i) { return p + i * sizeof(T); }
void g(CUdeviceptr p, std::unique_ptr<CUdeviceptr> s, std::optional<CUdeviceptr> t) {
  cuMemsetD8(element<float>(p, 3) + 1, 0, 1);
  cuMemsetD8(*s + 1, 0, *t + 8 == p);
}
// ==== output
#include <hip/hip_runtime.h>
struct Buffer {
  hipDeviceptr_t p = 0;
  operator hipDeviceptr_t() const { return p; }
};
void f(Buffer& y, Buffer* z) {
  hipMemsetD32(y, 0, 1024);
  hipMemsetD32(y + 4, 1, 1023);  // expect: API007
  hipMemsetD32(*z + 4, 1, 1023);  // expect: API007
  hipMemsetD32(static_cast<char*>(y.p) + 4, 1, 1023);
}
template <typename T> hipDeviceptr_t element(hipDeviceptr_t p, size_t i) { return static_cast<char*>(p) + i * sizeof(T); }
void g(hipDeviceptr_t p, std::unique_ptr<hipDeviceptr_t> s, std::optional<hipDeviceptr_t> t) {
  hipMemsetD8(static_cast<char*>(element<float>(p, 3)) + 1, 0, 1);
  hipMemsetD8(static_cast<char*>(*s) + 1, 0, static_cast<char*>(*t) + 8 == p);
}
