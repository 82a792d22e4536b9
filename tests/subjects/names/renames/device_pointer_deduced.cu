#include <cuda.h>
struct Parts { std::vector<CUdeviceptr> list; CUdeviceptr first; };
struct Sizes { std::map<CUdeviceptr, size_t> of; };
void f(Parts& parts, Sizes& sizes, CUdeviceptr p, const std::vector<size_t>& counts, size_t n) {
  for (auto each : parts.list) cuMemsetD8(each + n, 0, 1);
  for (const auto& each : counts) n += each + 1;
  for (auto& each : parts.list) {
    each += n;
    auto same = each, other = n;
    auto q = parts.first;
    auto r = q;
    cuMemsetD8(r + n, 0, 1);
    auto s = n;
    s = s + 1;
  }
  n = sizes.of[p] + 1;
}
size_t each(size_t each) { return each + 1; }
// ==== output
#include <hip/hip_runtime.h>
struct Parts { std::vector<hipDeviceptr_t> list; hipDeviceptr_t first; };
struct Sizes { std::map<hipDeviceptr_t, size_t> of; };
void f(Parts& parts, Sizes& sizes, hipDeviceptr_t p, const std::vector<size_t>& counts, size_t n) {
  for (auto each : parts.list) hipMemsetD8(static_cast<char*>(each) + n, 0, 1);
  for (const auto& each : counts) n += each + 1;
  for (auto& each : parts.list) {
    each = static_cast<char*>(each) + n;
    auto same = each, other = n;
    auto q = parts.first;
    auto r = q;
    hipMemsetD8(static_cast<char*>(r) + n, 0, 1);
    auto s = n;
    s = s + 1;
  }
  n = sizes.of[p] + 1;
}
size_t each(size_t each) { return each + 1; }
