#include <cuda.h>
CUdeviceptr gap(CUdeviceptr p, CUdeviceptr q) { return p - q; }  // expect: API007
CUdeviceptr past(CUdeviceptr p, size_t n) { return p + n; }
uint64_t number(CUdeviceptr p, size_t n) { return p + n; }  // expect: API007
size_t distance(CUdeviceptr p, CUdeviceptr q) { return p - q; }
void f(CUdeviceptr p, CUdeviceptr q, size_t n, Pool &pool) {
  CUdeviceptr offset = p - q;  // expect: API007
  CUdeviceptr other(p + n);
  other = p - q;  // expect: API007
  size_t length = p - q, rest = p + n - q;
  uint64_t address = p + n;  // expect: API007
  CUdeviceptr made = address + 4;  // expect: API007
  CUdeviceptr last = n + p, first = n ? p + n : q, none = 0, null = 0ull, cast = (CUdeviceptr)(address + 4);
}
// ==== output
#include <hip/hip_runtime.h>
hipDeviceptr_t gap(hipDeviceptr_t p, hipDeviceptr_t q) { return static_cast<char*>(p) - static_cast<char*>(q); }  // expect: API007
hipDeviceptr_t past(hipDeviceptr_t p, size_t n) { return static_cast<char*>(p) + n; }
uint64_t number(hipDeviceptr_t p, size_t n) { return static_cast<char*>(p) + n; }  // expect: API007
size_t distance(hipDeviceptr_t p, hipDeviceptr_t q) { return static_cast<char*>(p) - static_cast<char*>(q); }
void f(hipDeviceptr_t p, hipDeviceptr_t q, size_t n, Pool &pool) {
  hipDeviceptr_t offset = static_cast<char*>(p) - static_cast<char*>(q);  // expect: API007
  hipDeviceptr_t other(static_cast<char*>(p) + n);
  other = static_cast<char*>(p) - static_cast<char*>(q);  // expect: API007
  size_t length = static_cast<char*>(p) - static_cast<char*>(q), rest = static_cast<char*>(p) + n - static_cast<char*>(q);
  uint64_t address = static_cast<char*>(p) + n;  // expect: API007
  hipDeviceptr_t made = address + 4;  // expect: API007
  hipDeviceptr_t last = n + static_cast<char*>(p), first = n ? static_cast<char*>(p) + n : q, none = 0, null = 0ull, cast = (hipDeviceptr_t)(address + 4);
}
