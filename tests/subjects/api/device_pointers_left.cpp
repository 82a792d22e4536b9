// What programs seldom do with addresses stays as it is, and compilers refuse it; what is seen to need an integer is
// reported.
#include <cuda.h>
template <typename T> CUdeviceptr element(CUdeviceptr p, size_t i);
struct Pool {
  std::map<CUdeviceptr, size_t> sizes;
  std::pair<CUdeviceptr, size_t> one;
  CUdeviceptr base;
  Pool(Pool &&o) : base(std::exchange(o.base, 0)) {}
  size_t gap(CUdeviceptr p) { return p - std::prev(sizes.end())->first; }  // expect: API007
  void each(size_t n) {
    for (auto &[p, size] : sizes) cuMemsetD8(p + n, 0, size);
    auto at = [p = base](size_t k) { return p + k; };
    cuMemFree(sizes.begin()->first + n);
    cuMemFree(one.first + one.second);
  }
};
void f(CUdeviceptr p, CUdeviceptr q, CUdeviceptr *r, bool c, size_t n) {
  cuMemFree(std::max(p, q) + n);
  cuMemFree(std::max(p, q + n));
  cuMemFree((c ? p : q + n) + 4);
  cuMemFree((n++, p) + 4);
  cuMemFree(*r++ + 4);
  cuMemFree(element<float>(p, 3) + 4);
  cuMemFree(p + q);  // expect: API007
  *r++ += 4;  // expect: API007
  p *= 2;  // expect: API007
  n -= p;  // expect: API007
}
// A stream or a format would print what a char* points to.
void print(CUdeviceptr p, CUdeviceptr q, size_t n) {
  auto end = p + n;
  std::cout << p << " to " << p + n;  // expect: API007
  std::cout << (p + n + 4) << p - q;  // expect: API007
  std::cout << end;  // expect: API007
  printf("%p %zu", (void *)(p + n), p - q);
  printf("%p", p + n);
  fmt::print("{:x} {}", p, p + n);  // expect: API007
  end += 4;
  q = end + 4;
  n = end;  // expect: API007
  {
    int end = 4;
    std::cout << end;
  }
}
// ==== output
// What programs seldom do with addresses stays as it is, and compilers refuse it; what is seen to need an integer is
// reported.
#include <hip/hip_runtime.h>
template <typename T> hipDeviceptr_t element(hipDeviceptr_t p, size_t i);
struct Pool {
  std::map<hipDeviceptr_t, size_t> sizes;
  std::pair<hipDeviceptr_t, size_t> one;
  hipDeviceptr_t base;
  Pool(Pool &&o) : base(std::exchange(o.base, 0)) {}
  size_t gap(hipDeviceptr_t p) { return static_cast<char*>(p) - std::prev(sizes.end())->first; }  // expect: API007
  void each(size_t n) {
    for (auto &[p, size] : sizes) hipMemsetD8(p + n, 0, size);
    auto at = [p = base](size_t k) { return p + k; };
    hipFree(sizes.begin()->first + n);
    hipFree(one.first + one.second);
  }
};
void f(hipDeviceptr_t p, hipDeviceptr_t q, hipDeviceptr_t *r, bool c, size_t n) {
  hipFree(std::max(p, q) + n);
  hipFree(std::max(p, static_cast<char*>(q) + n));
  hipFree((c ? p : static_cast<char*>(q) + n) + 4);
  hipFree((n++, p) + 4);
  hipFree(static_cast<char*>(*r++) + 4);
  hipFree(element<float>(p, 3) + 4);
  hipFree(p + q);  // expect: API007
  *r++ += 4;  // expect: API007
  p *= 2;  // expect: API007
  n -= p;  // expect: API007
}
// A stream or a format would print what a char* points to.
void print(hipDeviceptr_t p, hipDeviceptr_t q, size_t n) {
  auto end = p + n;
  std::cout << p << " to " << p + n;  // expect: API007
  std::cout << (p + n + 4) << static_cast<char*>(p) - static_cast<char*>(q);  // expect: API007
  std::cout << end;  // expect: API007
  printf("%p %zu", (void *)(static_cast<char*>(p) + n), static_cast<char*>(p) - static_cast<char*>(q));
  printf("%p", static_cast<char*>(p) + n);
  fmt::print("{:x} {}", p, p + n);  // expect: API007
  end += 4;
  q = end + 4;
  n = end;  // expect: API007
  {
    int end = 4;
    std::cout << end;
  }
}
