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
namespace gpu { CUdeviceptr take(size_t n); struct Pool { static CUdeviceptr make(); }; }
void more(gpu::Pool *pool, devptr *list, int i) {
  cuMemFree(gpu::take(64) + 16);
  cuMemFree(gpu::Pool::make() + 16);
  cuMemFree(pool->Pool::make() + 16);
  auto a = gpu::take(64), n = i;
  auto b = gpu::take(64);
  auto c = list[i];
  auto d = *list;
  auto e = (CUdeviceptr)i;
  cuMemFree(b + 1);
  cuMemFree(c + 2);
  cuMemFree(d + 3);
  cuMemFree(e + 4);
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
namespace gpu { hipDeviceptr_t take(size_t n); struct Pool { static hipDeviceptr_t make(); }; }
void more(gpu::Pool *pool, devptr *list, int i) {
  hipFree(static_cast<char*>(gpu::take(64)) + 16);
  hipFree(static_cast<char*>(gpu::Pool::make()) + 16);
  hipFree(pool->Pool::make() + 16);
  auto a = gpu::take(64), n = i;
  auto b = gpu::take(64);
  auto c = list[i];
  auto d = *list;
  auto e = (hipDeviceptr_t)i;
  hipFree(static_cast<char*>(b) + 1);
  hipFree(static_cast<char*>(c) + 2);
  hipFree(static_cast<char*>(d) + 3);
  hipFree(static_cast<char*>(e) + 4);
}
