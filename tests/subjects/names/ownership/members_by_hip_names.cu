#include <cuda_runtime.h>
struct Cfg { int device = 0; bool hipMalloc = false; };
struct Own { int hipFree; void f(void* p) { cudaFree(p); } };  // expect: TOOL006
struct Base { bool hipMemset = false; };
struct Derived : Base { void g(void* p) { cudaMemset(p, 0, 1); } };  // expect: TOOL006
int f(Cfg c) { void* p; return cudaMalloc(&p, 4) != cudaSuccess || c.hipMalloc; }
void e() { int hipError_t = 3; }
cudaError_t error();  // expect: TOOL006
// ==== output
#include <hip/hip_runtime.h>
struct Cfg { int device = 0; bool hipMalloc = false; };
struct Own { int hipFree; void f(void* p) { cudaFree(p); } };  // expect: TOOL006
struct Base { bool hipMemset = false; };
struct Derived : Base { void g(void* p) { cudaMemset(p, 0, 1); } };  // expect: TOOL006
int f(Cfg c) { void* p; return hipMalloc(&p, 4) != hipSuccess || c.hipMalloc; }
void e() { int hipError_t = 3; }
cudaError_t error();  // expect: TOOL006
