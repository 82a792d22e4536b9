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
