#include <cuda.h>
#include <cstdint>
typedef CUdeviceptr devptr;
using address = CUdeviceptr;
CUdeviceptr take(size_t n);
struct Region { devptr start; };
uint64_t steps(Region &r, devptr p, address q) {
  auto a = take(64);
  auto b = take(64) + 8;
  p += 4;
  r.start += 4;
  cuMemFree(a + 4);
  cuMemFree(q + 4);
  cuMemFree(b + 4);
  return static_cast<uint64_t>(a);
}
// ==== output
#include <hip/hip_runtime.h>
#include <cstdint>
typedef hipDeviceptr_t devptr;
using address = hipDeviceptr_t;
hipDeviceptr_t take(size_t n);
struct Region { devptr start; };
uint64_t steps(Region &r, devptr p, address q) {
  auto a = take(64);
  auto b = static_cast<char*>(take(64)) + 8;
  p = static_cast<char*>(p) + 4;
  r.start = static_cast<char*>(r.start) + 4;
  hipFree(static_cast<char*>(a) + 4);
  hipFree(static_cast<char*>(q) + 4);
  hipFree(b + 4);
  return reinterpret_cast<uint64_t>(a);
}
