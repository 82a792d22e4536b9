#include <cuda.h>
struct Table {
  std::map<int, unsigned long long> addresses;
  std::vector<CUdeviceptr> pointers;
  uint64_t base;
  void add(int k, CUdeviceptr p) {
    addresses.insert(std::make_pair(k, p));  // expect: API007
    addresses.insert(std::pair<int, unsigned long long>(k, p));  // expect: API007
    addresses.try_emplace(k, p);  // expect: API007
    this->addresses.insert({k, p});  // expect: API007
    for (auto q : this->pointers) this->base += q;  // expect: API007
    for (const size_t q : pointers) use(q);  // expect: API007
    for (auto q : pointers) use(q);
  }
};
void f(std::unordered_map<uint64_t, int> &keys, std::vector<std::pair<uint64_t, CUdeviceptr>> &list, int k,
       CUdeviceptr p, std::map<CUdeviceptr, int> &good, std::map<int, std::vector<uint64_t>> &lists) {
  keys.insert({p, k});  // expect: API007
  keys.emplace(p, k);  // expect: API007
  keys.find(p);  // expect: API007
  list.push_back({p, p});  // expect: API007
  list.emplace_back(k, p);
  list.push_back(std::make_pair(k, p));
  good.insert({p, k});
  good.emplace(p, k);
  good.insert(std::make_pair(p, k));
  lists[k].insert(lists[k].end(), (uint64_t)p);
  std::pair<uint64_t, CUdeviceptr> both{p, p};  // expect: API007
}
void made(CUdeviceptr p, std::unique_ptr<CUdeviceptr[]> &u, std::tuple<CUdeviceptr, int> &t, bool c, int n) {
  auto [lo, hi] = std::pair<CUdeviceptr, CUdeviceptr>(p, p + 4);
  auto both = std::make_pair(p, n);
  cuMemsetD8(lo + 8, 1, hi - lo);
  cuMemFree(both.first + both.second);
  cuMemFree(std::get<0>(t) + std::get<1>(t));
  cuMemFree(u[1] + 8);
  cuMemFree((c ? p : lo) + 16);
  cuMemFree(std::max(p, lo) + 1);
}
// ==== output
#include <hip/hip_runtime.h>
struct Table {
  std::map<int, unsigned long long> addresses;
  std::vector<hipDeviceptr_t> pointers;
  uint64_t base;
  void add(int k, hipDeviceptr_t p) {
    addresses.insert(std::make_pair(k, p));  // expect: API007
    addresses.insert(std::pair<int, unsigned long long>(k, p));  // expect: API007
    addresses.try_emplace(k, p);  // expect: API007
    this->addresses.insert({k, p});  // expect: API007
    for (auto q : this->pointers) this->base += q;  // expect: API007
    for (const size_t q : pointers) use(q);  // expect: API007
    for (auto q : pointers) use(q);
  }
};
void f(std::unordered_map<uint64_t, int> &keys, std::vector<std::pair<uint64_t, hipDeviceptr_t>> &list, int k,
       hipDeviceptr_t p, std::map<hipDeviceptr_t, int> &good, std::map<int, std::vector<uint64_t>> &lists) {
  keys.insert({p, k});  // expect: API007
  keys.emplace(p, k);  // expect: API007
  keys.find(p);  // expect: API007
  list.push_back({p, p});  // expect: API007
  list.emplace_back(k, p);
  list.push_back(std::make_pair(k, p));
  good.insert({p, k});
  good.emplace(p, k);
  good.insert(std::make_pair(p, k));
  lists[k].insert(lists[k].end(), (uint64_t)p);
  std::pair<uint64_t, hipDeviceptr_t> both{p, p};  // expect: API007
}
void made(hipDeviceptr_t p, std::unique_ptr<hipDeviceptr_t[]> &u, std::tuple<hipDeviceptr_t, int> &t, bool c, int n) {
  auto [lo, hi] = std::pair<hipDeviceptr_t, hipDeviceptr_t>(p, static_cast<char*>(p) + 4);
  auto both = std::make_pair(p, n);
  hipMemsetD8(static_cast<char*>(lo) + 8, 1, static_cast<char*>(hi) - static_cast<char*>(lo));
  hipFree(static_cast<char*>(both.first) + both.second);
  hipFree(static_cast<char*>(std::get<0>(t)) + std::get<1>(t));
  hipFree(static_cast<char*>(u[1]) + 8);
  hipFree(static_cast<char*>((c ? p : lo)) + 16);
  hipFree(static_cast<char*>(std::max(p, lo)) + 1);
}
