#include <cuda.h>
typedef unsigned long long u64;
template <typename T> struct Range { T base; T size; };
template <typename T> struct Special { T base; };
template <> struct Special<size_t> { CUdeviceptr base; };
uint64_t pick(CUdeviceptr p, bool c) { return c ? p : 0; }  // expect: API007
CUdeviceptr keep(CUdeviceptr p, bool c) { return c ? p : 0; }
void choose(CUdeviceptr p, int c) {
  uint64_t v = c == 4 ? p : 0;  // expect: API007
  v = c ? 0 : p;  // expect: API007
  CUdeviceptr q = c ? 0 : p;
  v = c ? p == q : 0;
}
void lists(CUdeviceptr p) {
  std::vector<uintptr_t> a;
  a.push_back(p);  // expect: API007
  a[0] = p;  // expect: API007
  std::vector<unsigned long long> b;
  b.emplace_back(p);  // expect: API007
  std::set<u64> c;
  c.insert(p);  // expect: API007
  std::vector<CUdeviceptr> d;
  d.push_back(p);
  d[0] = p;
}
template <typename T> void members(CUdeviceptr p) {
  Range<size_t> r;
  r.base = p;  // expect: API007
  Range<CUdeviceptr> s;
  s.base = p;
  Special<size_t> t;
  t.base = p;
  Range<T> u;
  u.base = p;
}
struct Plain { int n; uint64_t base; CUdeviceptr address; };
struct Made { uint64_t base; Made(CUdeviceptr p); };
void initialize(CUdeviceptr p) {
  uint64_t a{p};  // expect: API007
  const uint64_t b(p);  // expect: API007
  uint64_t c[2] = {p, 0};  // expect: API007
  Plain d = {3, p, p};  // expect: API007
  Range<uint64_t> e{p, 4};  // expect: API007
  std::vector<uint64_t> f{p};  // expect: API007
  std::map<int, size_t> g;
  g[3] = p;  // expect: API007
  g.emplace(3, p);  // expect: API007
  std::map<CUdeviceptr, size_t> h;
  h.emplace(p, 3);
  Made i{p};
  CUdeviceptr j{p};
  std::vector<CUdeviceptr> k{p};
  std::vector<uint64_t> *l = &f;
  l->push_back(p);  // expect: API007
}
// ==== output
#include <hip/hip_runtime.h>
typedef unsigned long long u64;
template <typename T> struct Range { T base; T size; };
template <typename T> struct Special { T base; };
template <> struct Special<size_t> { hipDeviceptr_t base; };
uint64_t pick(hipDeviceptr_t p, bool c) { return c ? p : 0; }  // expect: API007
hipDeviceptr_t keep(hipDeviceptr_t p, bool c) { return c ? p : 0; }
void choose(hipDeviceptr_t p, int c) {
  uint64_t v = c == 4 ? p : 0;  // expect: API007
  v = c ? 0 : p;  // expect: API007
  hipDeviceptr_t q = c ? 0 : p;
  v = c ? p == q : 0;
}
void lists(hipDeviceptr_t p) {
  std::vector<uintptr_t> a;
  a.push_back(p);  // expect: API007
  a[0] = p;  // expect: API007
  std::vector<unsigned long long> b;
  b.emplace_back(p);  // expect: API007
  std::set<u64> c;
  c.insert(p);  // expect: API007
  std::vector<hipDeviceptr_t> d;
  d.push_back(p);
  d[0] = p;
}
template <typename T> void members(hipDeviceptr_t p) {
  Range<size_t> r;
  r.base = p;  // expect: API007
  Range<hipDeviceptr_t> s;
  s.base = p;
  Special<size_t> t;
  t.base = p;
  Range<T> u;
  u.base = p;
}
struct Plain { int n; uint64_t base; hipDeviceptr_t address; };
struct Made { uint64_t base; Made(hipDeviceptr_t p); };
void initialize(hipDeviceptr_t p) {
  uint64_t a{p};  // expect: API007
  const uint64_t b(p);  // expect: API007
  uint64_t c[2] = {p, 0};  // expect: API007
  Plain d = {3, p, p};  // expect: API007
  Range<uint64_t> e{p, 4};  // expect: API007
  std::vector<uint64_t> f{p};  // expect: API007
  std::map<int, size_t> g;
  g[3] = p;  // expect: API007
  g.emplace(3, p);  // expect: API007
  std::map<hipDeviceptr_t, size_t> h;
  h.emplace(p, 3);
  Made i{p};
  hipDeviceptr_t j{p};
  std::vector<hipDeviceptr_t> k{p};
  std::vector<uint64_t> *l = &f;
  l->push_back(p);  // expect: API007
}
