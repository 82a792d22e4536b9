#include <cuda_runtime.h>
namespace fake { typedef int cudaError_t; cudaError_t g(); }  // expect: TOOL006
fake::cudaError_t f() { return 0; }
namespace sim { enum cudaMemcpyKind { A, B }; enum class cudaLimit : int { C }; void g(cudaMemcpyKind k); }  // expect: TOOL006
int g(sim::cudaMemcpyKind k) { return k == sim::A && sim::cudaLimit::C == sim::cudaLimit(0); }
struct S { typedef int cudaStream_t; cudaStream_t s; void f(cudaStream_t); };  // expect: TOOL006
S::cudaStream_t s;
void S::f(cudaStream_t s) { cudaStream_t t = s; }
template <class B> void h() { typename B::cudaStream_t t; }
cudaError_t real(cudaStream_t s, cudaMemcpyKind k, cudaLimit l) { typedef cudaEvent_t cudaEvent_t; }
// ==== output
#include <hip/hip_runtime.h>
namespace fake { typedef int cudaError_t; cudaError_t g(); }  // expect: TOOL006
fake::cudaError_t f() { return 0; }
namespace sim { enum cudaMemcpyKind { A, B }; enum class cudaLimit : int { C }; void g(cudaMemcpyKind k); }  // expect: TOOL006
int g(sim::cudaMemcpyKind k) { return k == sim::A && sim::cudaLimit::C == sim::cudaLimit(0); }
struct S { typedef int cudaStream_t; cudaStream_t s; void f(cudaStream_t); };  // expect: TOOL006
S::cudaStream_t s;
void S::f(cudaStream_t s) { cudaStream_t t = s; }
template <class B> void h() { typename B::cudaStream_t t; }
hipError_t real(hipStream_t s, hipMemcpyKind k, hipLimit_t l) { typedef hipEvent_t hipEvent_t; }
