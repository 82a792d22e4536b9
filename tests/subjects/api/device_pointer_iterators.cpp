#include <cuda.h>
template <typename T> struct Range { T base; T size; };
struct Pool {
  std::map<CUdeviceptr, size_t> blocks;
  std::map<int, std::pair<size_t, CUdeviceptr>> deep;
  std::set<CUdeviceptr> starts;
  size_t before(CUdeviceptr p) {
    auto it = blocks.lower_bound(p);
    return p - std::prev(it)->first;
  }
  bool behind(CUdeviceptr p) {
    std::map<CUdeviceptr, size_t>::iterator it = blocks.begin();
    return p - prev(it)->first > 4 && p - std::next(it)->second > p;
  }
  size_t first(CUdeviceptr p) { return blocks.begin()->first - p; }
  bool held(CUdeviceptr p) { return p - deep.begin()->second.second > 4; }
  size_t start(CUdeviceptr p) { return p - *std::prev(starts.end()); }
  bool second(CUdeviceptr p) { return p && *std::next(starts.begin()) + 4 < p; }
  CUdeviceptr *all();
  CUdeviceptr third() { return *all() + 4; }
  size_t unknown(CUdeviceptr p) { return p - *own::nearest(starts); }  // expect: API007
};
void template_members(CUdeviceptr p) {
  Range<CUdeviceptr> a{p, p};
  a.base = p + 4;
  p = a.base + 4;
}
// ==== output
#include <hip/hip_runtime.h>
template <typename T> struct Range { T base; T size; };
struct Pool {
  std::map<hipDeviceptr_t, size_t> blocks;
  std::map<int, std::pair<size_t, hipDeviceptr_t>> deep;
  std::set<hipDeviceptr_t> starts;
  size_t before(hipDeviceptr_t p) {
    auto it = blocks.lower_bound(p);
    return static_cast<char*>(p) - static_cast<char*>(std::prev(it)->first);
  }
  bool behind(hipDeviceptr_t p) {
    std::map<hipDeviceptr_t, size_t>::iterator it = blocks.begin();
    return static_cast<char*>(p) - static_cast<char*>(prev(it)->first) > 4 && static_cast<char*>(p) - std::next(it)->second > p;
  }
  size_t first(hipDeviceptr_t p) { return static_cast<char*>(blocks.begin()->first) - static_cast<char*>(p); }
  bool held(hipDeviceptr_t p) { return static_cast<char*>(p) - static_cast<char*>(deep.begin()->second.second) > 4; }
  size_t start(hipDeviceptr_t p) { return static_cast<char*>(p) - static_cast<char*>(*std::prev(starts.end())); }
  bool second(hipDeviceptr_t p) { return p && static_cast<char*>(*std::next(starts.begin())) + 4 < p; }
  hipDeviceptr_t *all();
  hipDeviceptr_t third() { return static_cast<char*>(*all()) + 4; }
  size_t unknown(hipDeviceptr_t p) { return static_cast<char*>(p) - *own::nearest(starts); }  // expect: API007
};
void template_members(hipDeviceptr_t p) {
  Range<hipDeviceptr_t> a{p, p};
  a.base = static_cast<char*>(p) + 4;
  p = static_cast<char*>(a.base) + 4;
}
