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
