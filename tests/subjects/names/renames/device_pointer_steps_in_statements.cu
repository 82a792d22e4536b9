#include <cuda.h>
#include <vector>
struct Block { CUdeviceptr base; size_t n; };
struct Arena { CUdeviceptr base, top; };
void f(Block &v, Arena *a, Block list[4], size_t n, size_t m, CUdeviceptr *out, std::vector<CUdeviceptr> &all, int i) {
  if (n) a->top -= n + m;
  for (CUdeviceptr p = v.base; p < a->top; p++) *out += n << 2;
  for (CUdeviceptr &p : all) p += n;
  all[i] += all[0] - v.base;
  CUdeviceptr p = list[0].base + 4, q = ++p;  // expect: API007
  use(++v.base, all[1] + 1, n * 4 + p);  // expect: API007
  n ? p += 3 : p -= 4;
}
// ==== output
#include <hip/hip_runtime.h>
#include <vector>
struct Block { hipDeviceptr_t base; size_t n; };
struct Arena { hipDeviceptr_t base, top; };
void f(Block &v, Arena *a, Block list[4], size_t n, size_t m, hipDeviceptr_t *out, std::vector<hipDeviceptr_t> &all, int i) {
  if (n) a->top = static_cast<char*>(a->top) - (n + m);
  for (hipDeviceptr_t p = v.base; p < a->top; p = static_cast<char*>(p) + 1) *out = static_cast<char*>(*out) + (n << 2);
  for (hipDeviceptr_t &p : all) p = static_cast<char*>(p) + n;
  all[i] = static_cast<char*>(all[i]) + (static_cast<char*>(all[0]) - static_cast<char*>(v.base));
  hipDeviceptr_t p = static_cast<char*>(list[0].base) + 4, q = ++p;  // expect: API007
  use(++v.base, static_cast<char*>(all[1]) + 1, n * 4 + static_cast<char*>(p));  // expect: API007
  n ? p = static_cast<char*>(p) + 3 : p = static_cast<char*>(p) - 4;
}
