#include <hip/hip_runtime.h>
__global__ void k(float *p) { v = __shfl_down(v, 1); register int i; dim3 g = {n / 4}; }
void f() { memset(p, 0, 4); }
