#include <cuda.h>
struct Block { CUdeviceptr base; size_t n; };
bool g(Block *b, int i, CUdeviceptr *list) {
  b[i++].base += 4;  // expect: API007
  list[i++]++;  // expect: API007
  (void)list[0]++;  // expect: API007
  CUdeviceptr q = b->base++;  // expect: API007
  return b[i].base % 256 == 0 && ((b->base + 255) & 15) == 0;  // expect: API007
}
struct Other { float *data; };
float *h(Other o, CUdeviceptr data) { o.data++; return o.data + 4; }
// ==== output
#include <hip/hip_runtime.h>
struct Block { hipDeviceptr_t base; size_t n; };
bool g(Block *b, int i, hipDeviceptr_t *list) {
  b[i++].base += 4;  // expect: API007
  list[i++]++;  // expect: API007
  (void)list[0]++;  // expect: API007
  hipDeviceptr_t q = b->base++;  // expect: API007
  return b[i].base % 256 == 0 && ((static_cast<char*>(b->base) + 255) & 15) == 0;  // expect: API007
}
struct Other { float *data; };
float *h(Other o, hipDeviceptr_t data) { o.data++; return o.data + 4; }
