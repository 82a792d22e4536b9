#include <cuda.h>
typedef unsigned long long u64;
struct Block { uint64_t address; CUdeviceptr d; };
void store(uint64_t *out, CUdeviceptr *keep, CUdeviceptr p) {
  *out = p;  // expect: API007
  out[0] = p;  // expect: API007
  *keep = p;
  keep[0] = p;
}
CUdeviceptr from(uint64_t v) {
  CUdeviceptr p = 0, q = -1;  // expect: API007
  if (p == 0 || q == NULL) return v;  // expect: API007
  return p == -1 ? p : q;  // expect: API007
}
CUdeviceptr sum(uint64_t v, CUdeviceptr p) {
  auto f = [](int i) { return i; };
  if (v) return p + v;
  return (CUdeviceptr)v;
}
static uint64_t to(CUdeviceptr p) {
  u64 w = p;  // expect: API007
  return p;  // expect: API007
}
void print(unsigned long long a, CUdeviceptr b);
void print(CUdeviceptr);
void show(u64, int);
void fill(Block &b, Block *c, CUdeviceptr p) {
  b.address = p;  // expect: API007
  c->address = p;  // expect: API007
  c->d = p;
  show(p, 3);
  print(p);
  CUdeviceptr w = p;
  auto z = p;
}
uint64_t made(CUdeviceptr p) {
  auto f = [=] { return p; };
  auto g = [](CUdeviceptr q) -> CUdeviceptr { return q; };
  return f() == g(p);
}
struct Own {
  CUdeviceptr d;
  CUdeviceptr get() const { return d; }
  size_t number() const { return d; }  // expect: API007
};
// ==== output
#include <hip/hip_runtime.h>
typedef unsigned long long u64;
struct Block { uint64_t address; hipDeviceptr_t d; };
void store(uint64_t *out, hipDeviceptr_t *keep, hipDeviceptr_t p) {
  *out = p;  // expect: API007
  out[0] = p;  // expect: API007
  *keep = p;
  keep[0] = p;
}
hipDeviceptr_t from(uint64_t v) {
  hipDeviceptr_t p = 0, q = -1;  // expect: API007
  if (p == 0 || q == NULL) return v;  // expect: API007
  return p == -1 ? p : q;  // expect: API007
}
hipDeviceptr_t sum(uint64_t v, hipDeviceptr_t p) {
  auto f = [](int i) { return i; };
  if (v) return static_cast<char*>(p) + v;
  return (hipDeviceptr_t)v;
}
static uint64_t to(hipDeviceptr_t p) {
  u64 w = p;  // expect: API007
  return p;  // expect: API007
}
void print(unsigned long long a, hipDeviceptr_t b);
void print(hipDeviceptr_t);
void show(u64, int);
void fill(Block &b, Block *c, hipDeviceptr_t p) {
  b.address = p;  // expect: API007
  c->address = p;  // expect: API007
  c->d = p;
  show(p, 3);
  print(p);
  hipDeviceptr_t w = p;
  auto z = p;
}
uint64_t made(hipDeviceptr_t p) {
  auto f = [=] { return p; };
  auto g = [](hipDeviceptr_t q) -> hipDeviceptr_t { return q; };
  return f() == g(p);
}
struct Own {
  hipDeviceptr_t d;
  hipDeviceptr_t get() const { return d; }
  size_t number() const { return d; }  // expect: API007
};
