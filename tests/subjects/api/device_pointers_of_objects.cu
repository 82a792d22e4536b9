#include <cuda.h>
struct Buffer {
  CUdeviceptr p = 0;
  operator CUdeviceptr() const { return p; }
};
void f(Buffer& y) {
  cuMemsetD32(y, 0, 1024);
  cuMemsetD32(y + 4, 1, 1023);
  cuMemsetD32(y.p + 4, 1, 1023);
}
template <typename T> CUdeviceptr element(CUdeviceptr p, size_t i) { return p + i * sizeof(T); }
// ==== output
#include <hip/hip_runtime.h>
struct Buffer {
  hipDeviceptr_t p = 0;
  operator hipDeviceptr_t() const { return p; }
};
void f(Buffer& y) {
  hipMemsetD32(y, 0, 1024);
  hipMemsetD32(y + 4, 1, 1023);
  hipMemsetD32(static_cast<char*>(y.p) + 4, 1, 1023);
}
template <typename T> hipDeviceptr_t element(hipDeviceptr_t p, size_t i) { return static_cast<char*>(p) + i * sizeof(T); }
