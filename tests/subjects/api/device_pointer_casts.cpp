#include <cuda.h>
struct Slot { CUdeviceptr d; };
void through(CUdeviceptr d, Slot *s, int n) {
  *(char **)d += n;
  *(int *)s->d -= 3;
  ++*(int *)d;
  *(int *)s->d = 4;
  if (n) *(int *)d = 5;
  int *q = (int *)d + n;
  *(CUdeviceptr *)d += n;
  if (n) d += 4;
}
void casts(void *dst, void *src, Slot *s, CUdeviceptr p, size_t n) {
  cuMemcpyDtoD((CUdeviceptr)dst + 4, reinterpret_cast<CUdeviceptr>(src) + n - 1, n);
  CUdeviceptr q = (CUdeviceptr)(uintptr_t)src - 8, r = (CUdeviceptr)&s->d + 1;
  size_t gap = (CUdeviceptr)dst - (CUdeviceptr)src, size = sizeof(CUdeviceptr) + 1;
  q = p + (CUdeviceptr)n;  // expect: API007
  bool is_odd = (CUdeviceptr)dst % 2;  // expect: API007
}
void behind(CUdeviceptr *p, int n) {
  (*p) += 4;
  if (n) (*p)--;
  CUdeviceptr q = (*p) + n;
}
struct Owner {
  CUdeviceptr p = 0;
  bool has() { return p > 0; }  // expect: API007
};
void narrow(CUdeviceptr p) {
  unsigned low = (unsigned)p;  // expect: API007
  low = static_cast<unsigned>(p + 4);  // expect: API007
  bool has = (bool)p;
  size_t address = (size_t)p, behind = (size_t)(p + 4) % 16, place = (size_t)&p & 15;
}
bool owns(CUdeviceptr base, size_t n, CUdeviceptr p) { return p >= base && p - base < n && p + 4 > base; }
void none(CUdeviceptr p) { if (p) return; p += 1; }
object torn(CUdeviceptr p, size_t n) {
  return object(
#if NEW
      view((char *)(p + n), n)
#else
      buffer((void *)(p + n), n)
#endif
  );
}
// ==== output
#include <hip/hip_runtime.h>
struct Slot { hipDeviceptr_t d; };
void through(hipDeviceptr_t d, Slot *s, int n) {
  *(char **)d += n;
  *(int *)s->d -= 3;
  ++*(int *)d;
  *(int *)s->d = 4;
  if (n) *(int *)d = 5;
  int *q = (int *)d + n;
  *(hipDeviceptr_t *)d += n;
  if (n) d = static_cast<char*>(d) + 4;
}
void casts(void *dst, void *src, Slot *s, hipDeviceptr_t p, size_t n) {
  hipMemcpyDtoD(static_cast<char*>((hipDeviceptr_t)dst) + 4, static_cast<char*>(reinterpret_cast<hipDeviceptr_t>(src)) + n - 1, n);
  hipDeviceptr_t q = static_cast<char*>((hipDeviceptr_t)(uintptr_t)src) - 8, r = static_cast<char*>((hipDeviceptr_t)&s->d) + 1;
  size_t gap = static_cast<char*>((hipDeviceptr_t)dst) - static_cast<char*>((hipDeviceptr_t)src), size = sizeof(hipDeviceptr_t) + 1;
  q = p + (hipDeviceptr_t)n;  // expect: API007
  bool is_odd = (hipDeviceptr_t)dst % 2;  // expect: API007
}
void behind(hipDeviceptr_t *p, int n) {
  (*p) = static_cast<char*>((*p)) + 4;
  if (n) (*p) = static_cast<char*>((*p)) - 1;
  hipDeviceptr_t q = static_cast<char*>((*p)) + n;
}
struct Owner {
  hipDeviceptr_t p = 0;
  bool has() { return p > 0; }  // expect: API007
};
void narrow(hipDeviceptr_t p) {
  unsigned low = (unsigned)p;  // expect: API007
  low = static_cast<unsigned>(static_cast<char*>(p) + 4);  // expect: API007
  bool has = (bool)p;
  size_t address = (size_t)p, behind = (size_t)(static_cast<char*>(p) + 4) % 16, place = (size_t)&p & 15;
}
bool owns(hipDeviceptr_t base, size_t n, hipDeviceptr_t p) { return p >= base && static_cast<char*>(p) - static_cast<char*>(base) < n && static_cast<char*>(p) + 4 > base; }
void none(hipDeviceptr_t p) { if (p) return; p = static_cast<char*>(p) + 1; }
object torn(hipDeviceptr_t p, size_t n) {
  return object(
#if NEW
      view((char *)(static_cast<char*>(p) + n), n)
#else
      buffer((void *)(static_cast<char*>(p) + n), n)
#endif
  );
}
