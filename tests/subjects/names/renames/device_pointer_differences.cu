#include <cuda.h>
#include <algorithm>
struct Pool {
  CUdeviceptr base, cur;
  size_t offset(CUdeviceptr p) const { return p - base; }
  size_t used() const { return (size_t)(cur - base); }
  CUdeviceptr end(size_t n) { return base + n; }
};
void f(CUdeviceptr q, size_t n) {
  CUdeviceptr arr[4]; std::sort(arr, arr + 4);
  CUdeviceptr x = q, y = q + n;
  CUdeviceptr z = y + 4;
}
// ==== output
#include <hip/hip_runtime.h>
#include <algorithm>
struct Pool {
  hipDeviceptr_t base, cur;
  size_t offset(hipDeviceptr_t p) const { return static_cast<char*>(p) - static_cast<char*>(base); }
  size_t used() const { return (size_t)(static_cast<char*>(cur) - static_cast<char*>(base)); }
  hipDeviceptr_t end(size_t n) { return static_cast<char*>(base) + n; }
};
void f(hipDeviceptr_t q, size_t n) {
  hipDeviceptr_t arr[4]; std::sort(arr, arr + 4);
  hipDeviceptr_t x = q, y = static_cast<char*>(q) + n;
  hipDeviceptr_t z = static_cast<char*>(y) + 4;
}
