#include <cuda.h>
struct Block { CUdeviceptr base; size_t n; };
struct Arena {
  CUdeviceptr base, top;
  void next() { top++; ++top; top -= 4; base--; }
};
void f(Block &v, Arena *a, Block list[4], int i) {
  v.base++; --v.base;
  list[i].base += 8;
  list[i].base++;
  (*a).base += 8;
}
// ==== output
#include <hip/hip_runtime.h>
struct Block { hipDeviceptr_t base; size_t n; };
struct Arena {
  hipDeviceptr_t base, top;
  void next() { top = static_cast<char*>(top) + 1; top = static_cast<char*>(top) + 1; top = static_cast<char*>(top) - 4; base = static_cast<char*>(base) - 1; }
};
void f(Block &v, Arena *a, Block list[4], int i) {
  v.base = static_cast<char*>(v.base) + 1; v.base = static_cast<char*>(v.base) - 1;
  list[i].base = static_cast<char*>(list[i].base) + 8;
  list[i].base = static_cast<char*>(list[i].base) + 1;
  (*a).base = static_cast<char*>((*a).base) + 8;
}
