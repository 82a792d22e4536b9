#include <cuda_runtime.h>
void f() { dim3 register g{n / 4}; register unsigned a, *b; register T<int> c; register std::size_t d; g(register e.x); }
// ==== output
#include <hip/hip_runtime.h>
void f() { dim3 g = dim3(n / 4); unsigned a, *b; T<int> c; std::size_t d; g(register e.x); }
