// What no compiler reads defines nothing.
#include <cuda_runtime.h>
#define TRACES 0
#if 0
void cudaFree(void*) {}
#define cudaMalloc(p, n) counted(p, n)
#endif
#if TRACES
void cudaMemset(void*, int, int) { hits++; }
#endif
#ifdef OTHERS
void cudaDeviceSynchronize() {}  // expect: TOOL006
#endif

int main() {
  void* p;
  cudaMalloc(&p, 4);
  cudaMemset(p, 0, 4);
  cudaDeviceSynchronize();
  cudaFree(p);
}
// ==== output
// What no compiler reads defines nothing.
#include <hip/hip_runtime.h>
#define TRACES 0
#if 0
void hipFree(void*) {}
#define hipMalloc(p, n) counted(p, n)
#endif
#if TRACES
void hipMemset(void*, int, int) { hits++; }
#endif
#ifdef OTHERS
void cudaDeviceSynchronize() {}  // expect: TOOL006
#endif

int main() {
  void* p;
  hipMalloc(&p, 4);
  hipMemset(p, 0, 4);
  cudaDeviceSynchronize();
  hipFree(p);
}
