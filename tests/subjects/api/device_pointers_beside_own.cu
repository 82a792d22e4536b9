// Beside types of namespaces and classes by the name of CUDA's, all sums are left.
#include <cuda.h>
namespace drv {
using CUdeviceptr = unsigned long long;  // expect: TOOL006
CUdeviceptr next(CUdeviceptr a) { CUdeviceptr b = a + 1; b &= 7; return b; }
struct Node { CUdeviceptr at; };
}
struct Mem {
  ::CUdeviceptr p;
  ::CUdeviceptr at(size_t i) const { return p + i; }
};
namespace lib {
typedef unsigned long long CUdeviceptr;
CUdeviceptr next(CUdeviceptr n) { return n % 16 + 1; }
}
struct Key {
  using CUdeviceptr = unsigned long long;
  CUdeviceptr q;
  void f() { q += 2; }
};
void run(CUdeviceptr a, drv::CUdeviceptr own, Key k, drv::Node n) {
  CUdeviceptr q = a + 16;
  cuMemsetD8(q, 0, 1);
  own += 3;
  k.q += 2;
  n.at += 3;
  drv::next(own + 1);
  drv::CUdeviceptr local = own % 2;
  local |= 1;
}
// ==== output
// Beside types of namespaces and classes by the name of CUDA's, all sums are left.
#include <hip/hip_runtime.h>
namespace drv {
using CUdeviceptr = unsigned long long;  // expect: TOOL006
CUdeviceptr next(CUdeviceptr a) { CUdeviceptr b = a + 1; b &= 7; return b; }
struct Node { CUdeviceptr at; };
}
struct Mem {
  ::hipDeviceptr_t p;
  ::hipDeviceptr_t at(size_t i) const { return p + i; }
};
namespace lib {
typedef unsigned long long CUdeviceptr;
CUdeviceptr next(CUdeviceptr n) { return n % 16 + 1; }
}
struct Key {
  using CUdeviceptr = unsigned long long;
  CUdeviceptr q;
  void f() { q += 2; }
};
void run(hipDeviceptr_t a, drv::CUdeviceptr own, Key k, drv::Node n) {
  hipDeviceptr_t q = a + 16;
  hipMemsetD8(q, 0, 1);
  own += 3;
  k.q += 2;
  n.at += 3;
  drv::next(own + 1);
  drv::CUdeviceptr local = own % 2;
  local |= 1;
}
