#include <cuda.h>
#include <map>
#include <utility>
void f(CUdeviceptr g, std::map<int, CUdeviceptr> &m, std::map<CUdeviceptr, size_t> &sizes) {
  auto add = [p = g](int k) { return p + k; };
  for (auto &kv : m) kv.second += 4;
  for (auto &[k, v] : m) { size_t t = v - g; (void)t; }
  for (const auto &[k, v] : sizes) { size_t t = v + 1; (void)t; }
  auto it = m.begin();
  CUdeviceptr r = it->second + 8;
  auto found = sizes.find(g);
  size_t n = found->second + 8;
  std::pair<CUdeviceptr, size_t> pr{r, 4};
  r = pr.first + pr.second;
  auto [x, y] = pr;
  r = x + y;
  r = -1;  // expect: API007
  unsigned lo = (unsigned)r;  // expect: API007
  lo = unsigned(r);  // expect: API007
  r = m.at(3) + 4;
  n = sizes.at(g) + 4;
  if (r == -1) n = 1;  // expect: API007
}
// ==== output
#include <hip/hip_runtime.h>
#include <map>
#include <utility>
void f(hipDeviceptr_t g, std::map<int, hipDeviceptr_t> &m, std::map<hipDeviceptr_t, size_t> &sizes) {
  auto add = [p = g](int k) { return static_cast<char*>(p) + k; };
  for (auto &kv : m) kv.second = static_cast<char*>(kv.second) + 4;
  for (auto &[k, v] : m) { size_t t = static_cast<char*>(v) - static_cast<char*>(g); (void)t; }
  for (const auto &[k, v] : sizes) { size_t t = v + 1; (void)t; }
  auto it = m.begin();
  hipDeviceptr_t r = static_cast<char*>(it->second) + 8;
  auto found = sizes.find(g);
  size_t n = found->second + 8;
  std::pair<hipDeviceptr_t, size_t> pr{r, 4};
  r = static_cast<char*>(pr.first) + pr.second;
  auto [x, y] = pr;
  r = static_cast<char*>(x) + y;
  r = -1;  // expect: API007
  unsigned lo = (unsigned)r;  // expect: API007
  lo = unsigned(r);  // expect: API007
  r = static_cast<char*>(m.at(3)) + 4;
  n = sizes.at(g) + 4;
  if (r == -1) n = 1;  // expect: API007
}
