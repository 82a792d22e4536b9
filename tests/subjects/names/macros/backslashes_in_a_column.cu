#define CHECK(call)                                    \
  do {                                                 \
    cudaError_t e = (call);                            \
    if (e != cudaSuccess) fail(cudaGetErrorString(e)); \
    float v = __shfl_xor_sync(0xffffffff, v, 1);       \
  } while (0)
#define ONE(x) \
  cudaFree(x)
void f(void *p) { CHECK(cudaFree(p)); }
// ==== output
#include <hip/hip_runtime.h>
#define CHECK(call)                                    \
  do {                                                 \
    hipError_t e = (call);                             \
    if (e != hipSuccess) fail(hipGetErrorString(e));   \
    float v = __shfl_xor(v, 1, 32);                    \
  } while (0)
#define ONE(x) \
  hipFree(x)
void f(void *p) { CHECK(hipFree(p)); }
