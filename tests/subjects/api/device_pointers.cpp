#include <cuda.h>
size_t span(CUdeviceptr p, CUdeviceptr q, size_t n) { return p + n - q; }
CUdeviceptr from(unsigned long long v) { return static_cast<CUdeviceptr>(v) + 4; }
uint64_t to(CUdeviceptr p) { return static_cast<uint64_t>(p) + static_cast<unsigned long long>(p); }
CUdeviceptr none() { return static_cast<CUdeviceptr>(0); }
unsigned low(CUdeviceptr p) { return static_cast<unsigned>(p); }  // expect: API007
// ==== output
#include <hip/hip_runtime.h>
size_t span(hipDeviceptr_t p, hipDeviceptr_t q, size_t n) { return static_cast<char*>(p) + n - static_cast<char*>(q); }
hipDeviceptr_t from(unsigned long long v) { return static_cast<char*>(reinterpret_cast<hipDeviceptr_t>(v)) + 4; }
uint64_t to(hipDeviceptr_t p) { return reinterpret_cast<uint64_t>(p) + reinterpret_cast<unsigned long long>(p); }
hipDeviceptr_t none() { return static_cast<hipDeviceptr_t>(0); }
unsigned low(hipDeviceptr_t p) { return static_cast<unsigned>(p); }  // expect: API007
