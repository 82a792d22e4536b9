// Macros by names of HIP: those that mean something else are met by what conversion renames.
#include <cuda_runtime.h>
void before(void* p) { cudaFree(p); }
#define hipFree free_on_host
#define hipMemset(p, value, n) fill(p, value, n)
#define hipHostFree(p)
// Those made of HIP, of CUDA, or of a number, and those for NVIDIA mean the same.
#define hipEventCreate(e) (count(), hipEventCreate(e))
#define hipMallocHost(p, n) hipHostMalloc(p, n, hipHostMallocDefault)
#define hipEventDisableTiming 2
#ifdef __HIP_PLATFORM_NVIDIA__
#define hipStreamCreate(s) created(s)
#endif
#define FREE(p) cudaFree(p)  // expect: TOOL006
int main() {
  void *d, *h = malloc(4);
  cudaEvent_t e;
  cudaStream_t s;
  cudaMalloc(&d, 4);
  hipFree(h);
  cudaFree(d);
  auto f = &cudaMemset;
  cudaMemset(d, 0, 4);  // expect: TOOL006
  cudaFreeHost(h);  // expect: TOOL006
  cudaEventCreate(&e);
  cudaStreamCreate(&s);
  cudaMallocHost(&h, 4);
  cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
#undef hipFree
  cudaFree(d);
}
// ==== output
// Macros by names of HIP: those that mean something else are met by what conversion renames.
#include <hip/hip_runtime.h>
void before(void* p) { hipFree(p); }
#define hipFree free_on_host
#define hipMemset(p, value, n) fill(p, value, n)
#define hipHostFree(p)
// Those made of HIP, of CUDA, or of a number, and those for NVIDIA mean the same.
#define hipEventCreate(e) (count(), hipEventCreate(e))
#define hipMallocHost(p, n) hipHostMalloc(p, n, hipHostMallocDefault)
#define hipEventDisableTiming 2
#ifdef __HIP_PLATFORM_NVIDIA__
#define hipStreamCreate(s) created(s)
#endif
#define FREE(p) cudaFree(p)  // expect: TOOL006
int main() {
  void *d, *h = malloc(4);
  hipEvent_t e;
  hipStream_t s;
  hipMalloc(&d, 4);
  hipFree(h);
  cudaFree(d);
  auto f = &hipMemset;
  cudaMemset(d, 0, 4);  // expect: TOOL006
  cudaFreeHost(h);  // expect: TOOL006
  hipEventCreate(&e);
  hipStreamCreate(&s);
  hipHostMalloc(&h, 4);
  hipEventCreateWithFlags(&e, hipEventDisableTiming);
#undef hipFree
  hipFree(d);
}
