#include <cuda_runtime.h>
#define NAME(name) resolve(#name)
void f() {
  NAME(cuMemAllocManaged);  // expect: API034
  cudaMemcpyBatchAsync(d, s, n, c, a, i, stream);  // expect: API005
}
#define ATTRIBUTE(attr) CU_DEVICE_ATTRIBUTE_##attr  // expect: API034
int g(int device) { return ask(ATTRIBUTE(WHATEVER_ELSE), device); }
// ==== output
#include <hip/hip_runtime.h>
#define NAME(name) resolve(#name)
void f() {
  NAME(cuMemAllocManaged);  // expect: API034
  hipMemcpyBatchAsync((void**)(d), (void**)(s), (size_t*)(n), c, a, i, stream);  // expect: API005
}
#define ATTRIBUTE(attr) CU_DEVICE_ATTRIBUTE_##attr  // expect: API034
int g(int device) { return ask(ATTRIBUTE(WHATEVER_ELSE), device); }
